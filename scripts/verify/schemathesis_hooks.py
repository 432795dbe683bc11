"""What Schemathesis must know of Waymark: which requests it may not send, and what a 422 for a valid body means."""

import re

import schemathesis

LENIENT_TEXT = re.compile(r"\s*([+-]?\d+(\.\d+)?|true|false|[\[{].*)\s*", re.IGNORECASE | re.DOTALL)


def is_lenient(value):
    return value is None or (isinstance(value, str) and LENIENT_TEXT.fullmatch(value) is not None)


@schemathesis.hook
def filter_case(context, case):
    """Leaves out the documented lenient forms (null for what is left out, numbers, booleans and lists as strings), which
    the schema does not allow and the server takes on purpose. The project's own fuzzer checks them one by one."""
    if not case.meta.generation.mode.is_negative:
        return True
    if isinstance(case.body, dict):
        return not any(is_lenient(value) for value in case.body.values())
    return not is_lenient(case.body)


@schemathesis.check
def schema_is_in_force(ctx, response, case):
    """Stands for `positive_data_acceptance`, which takes every 422 for a valid body as a fault. A schema cannot say how
    many lines a file has; only a refusal by the check of the schema, which lists the fields, contradicts the document."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    hint = response.json().get("hint", "")
    assert not re.match(r"Fields: |It takes no fields", hint), "The check of the schema refused a body that fits it"
