import * as z from 'zod/mini';

const WORDS_REQUIRED = 'Please enter what to look for';
export const SEARCH_WORDS_MAX = 200;

/** Come along with copied text: control characters, and marks without width, of which some names need the joiners. */
const INVISIBLE = /[^\P{Cc}\s]|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Around a word of a sentence or a list, such as “#PA-0123456789.” or “Doe, Pat”. */
const PUNCTUATION = new Set('.,;:!?…#*<>()[]{}"“”„«»');

function trimWord(word: string): string {
  const characters = [...word];
  const isKept = (character: string): boolean => !PUNCTUATION.has(character);
  const first = characters.findIndex(isKept);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isKept) + 1).join('');
}

/** What was meant by copied or typed words: without invisible characters and the punctuation around words. */
export const cleanSearchWords = (words: string): string =>
  words.replaceAll(INVISIBLE, '').replaceAll(/\S+/gu, trimWord).trim();

/**
 * Body of the searches, so that names are in no log: an entry contains all words, each anywhere, in any case, with or without diacritics and
 * apostrophes.
 */
export const searchRequestSchema = z.object({
  words: z
    .string(WORDS_REQUIRED)
    .check(
      z.overwrite(cleanSearchWords),
      z.maxLength(SEARCH_WORDS_MAX, `Please use at most ${SEARCH_WORDS_MAX} characters for the search`),
      z.regex(/[\p{L}\p{N}]/u, WORDS_REQUIRED),
    ),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;
