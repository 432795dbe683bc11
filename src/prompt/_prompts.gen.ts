// Written by scripts/gen.ts; do not edit.
import offer_explain from "#resources/prompts/explain.yaml";
import offer_manual from "#resources/prompts/manual.yaml";
import offer_review from "#resources/prompts/review.yaml";
import template_brief from "#resources/prompts/brief.eta" with { type: "text" };
import template_explain from "#resources/prompts/explain.eta" with { type: "text" };
import template_manual from "#resources/prompts/manual.eta" with { type: "text" };
import template_more from "#resources/prompts/more.eta" with { type: "text" };
import template_onboarding from "#resources/prompts/onboarding.eta" with { type: "text" };
import template_redirect from "#resources/prompts/redirect.eta" with { type: "text" };
import template_review from "#resources/prompts/review.eta" with { type: "text" };

export const OFFERS: Record<string, unknown> = {
  "explain": offer_explain,
  "manual": offer_manual,
  "review": offer_review,
};

export const TEMPLATES: Record<string, string> = {
  "brief": template_brief,
  "explain": template_explain,
  "manual": template_manual,
  "more": template_more,
  "onboarding": template_onboarding,
  "redirect": template_redirect,
  "review": template_review,
};
