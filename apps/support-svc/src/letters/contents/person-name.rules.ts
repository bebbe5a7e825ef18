/**
 * Anybody can register, or write to us, with somebody else's address. So a letter to an address that nobody has confirmed greets with a
 * name only where it is one: short, in one line, and nothing that a mail program could turn into a link.
 */
const LONGEST = 50;
const COULD_BE_A_LINK = /[/\\@:]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}|www\./iu;

/** The name as it may be greeted with, or null. */
export function greetableName(name: string | null | undefined): string | null {
  const line = oneLine(name ?? '');
  return line === '' || [...line].length > LONGEST || COULD_BE_A_LINK.test(line) ? null : line;
}

/** Without line ends, control characters, and marks that turn the order of what follows. */
export const oneLine = (words: string): string =>
  words
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
