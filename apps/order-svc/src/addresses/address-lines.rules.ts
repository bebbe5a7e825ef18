/** Parcel labels of Printful have two lines of this many characters for street, number and flat. */
export const LINE_MAX = 35;

const countCharacters = (text: string): number => [...text].length;

/**
 * Splits an address between two words: the first line takes as many as fit. Null if a word is longer than a line or the
 * rest doesn't fit the second one.
 */
export function splitAddress(address: string): { address1: string; address2: string | null } | null {
  const words = address.split(/\s+/).filter(Boolean);
  let count = 0;
  while (count < words.length && countCharacters(words.slice(0, count + 1).join(' ')) <= LINE_MAX) count += 1;
  const [address1, address2] = [words.slice(0, count).join(' '), words.slice(count).join(' ')];
  if (address1 === '' || countCharacters(address2) > LINE_MAX) return null;
  return { address1, address2: address2 || null };
}
