/**
 * An email announces an artwork that nobody watched being finished. Older artworks are left out, because
 * `npm run events -- republish artwork` publishes all artworks again.
 */
const MAX_AGE_MS = 24 * 3_600_000;

export const shouldEmailArtwork = (
  { watched, completedAt }: { watched: boolean; completedAt?: string },
  now: Date,
): boolean => !watched && (completedAt === undefined || now.getTime() - Date.parse(completedAt) < MAX_AGE_MS);
