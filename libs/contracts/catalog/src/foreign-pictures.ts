import * as z from 'zod/mini';

/** Longest address of a picture on another site. */
const ADDRESS_MAX_LENGTH = 2_000;

/** A picture on another site: catalog-svc fetches it once, and pages show it from `/pictures/by-address?address=…`. */
export const isForeignPicture = (url: string): boolean => /^https:\/\//i.test(url);

export const foreignPictureQuerySchema = z.object({
  address: z.string().check(z.maxLength(ADDRESS_MAX_LENGTH, `At most ${ADDRESS_MAX_LENGTH} characters`)),
});
