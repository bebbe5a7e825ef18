/** The id of one of the shop's own pictures; null for another address. */
export const getMediaId = (url: string): string | null => /^\/media\/([^/?#]+)$/.exec(url)?.[1] ?? null;

/** The smaller copy of one of the shop's own pictures. Other pictures have none. */
export const getCopyUrl = (url: string, width: 320 | 640 | 1024): string =>
  getMediaId(url) ? `${url}?w=${width}` : url;
