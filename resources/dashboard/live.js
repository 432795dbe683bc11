// Puts parts of the page that have changed in their place, and times into the reader's own zone. All works without it.
const localise = (root) => {
  for (const time of root.querySelectorAll("time")) {
    const moment = new Date(time.dateTime);
    if (!Number.isNaN(moment.getTime())) time.textContent = moment.toLocaleString();
  }
};

/** What stands open, and where the reader is, stays so. */
const replace = (part, html) => {
  const { activeElement } = document;
  const isInside = part.contains(activeElement);
  if (isInside && activeElement.matches("input, textarea, select")) return false;
  const open = new Set([...part.querySelectorAll("details[open][id]")].map(({ id }) => id));
  const focusable = "a, button, summary, [tabindex]";
  const at = isInside ? [...part.querySelectorAll(focusable)].indexOf(activeElement) : -1;
  const scrolled = [...part.querySelectorAll("[tabindex]")].map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  part.innerHTML = html;
  for (const details of part.querySelectorAll("details[id]")) details.open = open.has(details.id);
  for (const [index, box] of [...part.querySelectorAll("[tabindex]")].entries())
    [box.scrollTop, box.scrollLeft] = scrolled[index] ?? [0, 0];
  if (at >= 0) part.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
  localise(part);
  return true;
};

const { events } = document.body.dataset;
if (events) {
  let stream;
  const late = new Map();
  const put = ({ name, html }) => {
    const part = document.getElementById(`live-${name}`);
    if (part && !replace(part, html)) late.set(name, html);
  };
  const listen = () => {
    stream?.close();
    stream = document.hidden ? undefined : new EventSource(events);
    stream?.addEventListener("part", ({ data }) => put(JSON.parse(data)));
  };
  document.addEventListener("focusout", () => {
    const waiting = [...late];
    late.clear();
    setTimeout(() => {
      for (const [name, html] of waiting) put({ name, html });
    });
  });
  document.addEventListener("visibilitychange", listen);
  listen();
}
localise(document);
