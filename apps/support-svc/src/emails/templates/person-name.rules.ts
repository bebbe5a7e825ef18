/**
 * A stranger can register, or use the contact form, with another person's address. To prevent spam through the shop, an email to an unconfirmed
 * address contains a name only if it is short, in one line, and nothing that a mail program would turn into a link.
 */
const MAX_NAME_LENGTH = 50;
const LOOKS_LIKE_LINK = /[/\\@:]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}|www\./iu;

/** Returns the name in a form that is safe for a greeting, or null. */
export function toGreetingName(name: string | null | undefined): string | null {
  const line = toOneLine(name ?? '');
  return line === '' || [...line].length > MAX_NAME_LENGTH || LOOKS_LIKE_LINK.test(line) ? null : line;
}

/** Replaces line breaks, control characters and bidirectional marks by spaces. */
export const toOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
