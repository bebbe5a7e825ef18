const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 90;

/** The shop's `security.txt` (RFC 9116) for an operator who only set a contact. It is made for each request, so it never expires. */
export const createSecurityTxt = (contact: string, siteUrl: string, now: number): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL('/.well-known/security.txt', siteUrl).href}`,
    '',
  ].join('\n');

/** What is wrong with an operator's file, as a sentence. Undefined if nothing is. */
export function findSecurityTxtFault(text: string, now: number): string | undefined {
  if (!/^contact:\s*\S/im.test(text)) return 'has no Contact';
  const dates = [...text.matchAll(/^expires:[ \t]*(\S+)/gim)].map(([, date = '']) => Date.parse(date));
  const [expires] = dates;
  if (expires === undefined || dates.length > 1 || Number.isNaN(expires)) return 'must have one Expires with a date';
  return expires <= now ? `expired on ${new Date(expires).toISOString().slice(0, 10)}` : undefined;
}
