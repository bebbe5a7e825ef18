/** A path within a pattern: what would mean something else there is any one character. Jest escapes it in <rootDir> by itself, but takes a bracket's escape for a slash. */
export const asPattern = (path: string): string => path.replaceAll(/[()[\]{}!*?+@]/g, '?');
