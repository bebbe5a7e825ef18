/** What people type: cleaned and counted. */

/** Counts characters as people do: an emoji is one, not two UTF-16 units. */
export const hasAtMostCharacters =
  (max: number) =>
  (text: string): boolean =>
    [...text].length <= max;

/** Replaces control characters and line breaks, which could inject a mail header. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export const removeControlCharacters = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
