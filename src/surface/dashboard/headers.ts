/** What every answer of the dashboard says to the browser: nothing of it is kept, and it can reach nothing but us. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const HEADERS = {
  // Not `no-referrer`: with that, browsers send forms without saying that they come from our own page.
  "referrer-policy": "same-origin",
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

export function html(text: string, status = 200): Response {
  return new Response(text, { status, headers: { ...HEADERS, "content-type": "text/html; charset=utf-8" } });
}

export function seeOther(location: string, cookie?: string): Response {
  const headers = { ...HEADERS, location, ...(cookie !== undefined && { "set-cookie": cookie }) };
  return new Response(null, { status: 303, headers });
}
