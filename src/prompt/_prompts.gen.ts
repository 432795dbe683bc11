// Written by scripts/gen.ts; do not edit.
import offer_explain from "#resources/prompts/explain.yaml";
import offer_manual from "#resources/prompts/manual.yaml";
import offer_review from "#resources/prompts/review.yaml";
import template_explain from "#resources/prompts/explain.eta" with { type: "text" };
import template_manual from "#resources/prompts/manual.eta" with { type: "text" };
import template_more from "#resources/prompts/more.eta" with { type: "text" };
import template_onboarding from "#resources/prompts/onboarding.eta" with { type: "text" };
import template_review from "#resources/prompts/review.eta" with { type: "text" };

export const OFFERS: Record<string, unknown> = {
  "explain": offer_explain,
  "manual": offer_manual,
  "review": offer_review,
};

export const TEMPLATES: Record<string, string> = {
  "explain": template_explain,
  "manual": template_manual,
  "more": template_more,
  "onboarding": template_onboarding,
  "review": template_review,
};
