import * as z from 'zod/mini';

const WORDS_REQUIRED = 'Please enter what to look for';
export const SEARCH_WORDS_MAX = 200;

/** Body of the searches, so that names are in no log: an entry contains all words, each anywhere, in any case, with or without diacritics. */
export const searchRequestSchema = z.object({
  words: z
    .string(WORDS_REQUIRED)
    .check(
      z.trim(),
      z.maxLength(SEARCH_WORDS_MAX, `Please use at most ${SEARCH_WORDS_MAX} characters for the search`),
      z.regex(/[\p{L}\p{N}]/u, WORDS_REQUIRED),
    ),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;
