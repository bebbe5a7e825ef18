/** What the metadata of an artwork calls this engine. */
export const BUILT_IN = 'built-in';

/** Goes up whenever a recipe draws differently: an artwork of another version can't be painted anew, only enlarged. */
export const BUILT_IN_VERSION = '3';
