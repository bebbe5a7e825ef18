/** The name of this engine in an artwork's metadata. */
export const BUILT_IN = 'built-in';

/**
 * Raise it whenever a recipe draws differently. An artwork of another version can't be painted again at print size,
 * only enlarged.
 */
export const BUILT_IN_VERSION = '8';

/** Styles of flat shapes: their edges are sharp at any size. */
export const FLAT_STYLES: ReadonlySet<string> = new Set(['modern', 'minimalistic', 'abstract']);
