/** `Retry-After` in seconds; the header may also be a date (RFC 9110, 10.2.3). Null without the header. */
export function parseRetryAfterSeconds(header: string | null): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
