/**
 * A finished artwork is told by letter where nobody saw it being finished, and where it is news: all artworks are told of again by
 * `npm run events -- republish artwork`.
 */
const NEWS_FOR_MS = 24 * 3_600_000;

export const isWorthTelling = (
  { watched, completedAt }: { watched: boolean; completedAt?: string },
  now: Date,
): boolean => !watched && (completedAt === undefined || now.getTime() - Date.parse(completedAt) < NEWS_FOR_MS);
