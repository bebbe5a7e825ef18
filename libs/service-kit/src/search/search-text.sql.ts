/**
 * Statements of a migration, for databases with an index of this kind:
 * `CREATE INDEX … USING gin (search_text(title) gin_trgm_ops)`.
 *
 * `search_text` is the text in small letters without diacritics and apostrophes, after a space. Languages without spaces have one before each
 * character, and a sigma is the same at the end of a word. `search_pattern` is a pattern for LIKE: texts that contain the word. A word of one or two
 * letters, which no index of trigrams finds, is the start of a word.
 *
 * Both extensions are trusted: the owner of the database may create them.
 * https://www.postgresql.org/docs/17/pgtrgm.html and https://www.postgresql.org/docs/17/unaccent.html, which is only STABLE without a wrapper.
 */
export const SEARCH_FUNCTIONS = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE EXTENSION IF NOT EXISTS unaccent',
  `CREATE OR REPLACE FUNCTION search_text(text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
     RETURN ' ' || regexp_replace(translate(lower(unaccent('unaccent', text)), 'ς''’‘ʼ´\`', 'σ'), '([\\u2E80-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF])', ' \\1', 'g')`,
  `CREATE OR REPLACE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
     RETURN CASE WHEN length(ltrim(search_text(word))) <= 2 THEN '% ' ELSE '%' END
       || regexp_replace(ltrim(search_text(word)), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
];

/** More words make no search better. */
const WORDS_MAX = 10;

/** Words with a letter or a digit. */
export const splitWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX);

/** Conditions that all words are in the text. `textSql` is inserted verbatim: the expression of an index, never user input. */
export const searchConditions = (words: string, textSql: string, bind: (word: string) => string): string[] =>
  splitWords(words).map((word) => `${textSql} LIKE search_pattern(${bind(word)})`);
