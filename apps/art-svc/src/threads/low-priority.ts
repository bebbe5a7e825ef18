/**
 * Niceness on Linux (-20 to 19): next to a drawing or a request on the same core, a thread gets a quarter of the time.
 * On other systems it would slow the whole process.
 */
export const LOW_PRIORITY = process.platform === 'linux' ? 5 : 0;
