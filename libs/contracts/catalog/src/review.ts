import * as z from 'zod/mini';
import {
  createPageQuerySchema,
  hasAtMostCharacters,
  orAbsent,
  orNull,
  readable,
  removeControlCharacters,
  toSingleLine,
} from '@shop/contracts-common';

export const REVIEW_TEXT_MAX = 2_000;
export const REVIEW_NAME_MAX = 50;
export const RATING_MAX = 5;

/** Reviews on a page of a product. */
export const REVIEWS_PER_PAGE = 10;

/** Message for a link that is unknown, too old, or was ended. */
export const REVIEW_LINK_ENDED = 'This link has ended. Thank you for wanting to write a review.';

/**
 * - pending: an admin has not decided
 * - published: everybody sees it
 * - rejected: only admins and its author see it
 */
export const REVIEW_STATUSES = ['pending', 'published', 'rejected'] as const;
export const reviewStatusSchema = z.enum(REVIEW_STATUSES, 'Status must be pending, published or rejected');
export type ReviewStatus = z.infer<typeof reviewStatusSchema>;

const ratingSchema = z
  .int('Please choose 1 to 5 stars')
  .check(z.minimum(1, 'Please choose 1 to 5 stars'), z.maximum(RATING_MAX, 'Please choose 1 to 5 stars'));

/** A published review of a product. */
export const reviewSchema = z.object({
  id: z.uuid(),
  rating: z.int(),
  /** Empty: stars only. */
  text: z.string(),
  /** As its author wants to be called. */
  name: z.string(),
  /** Path of the author's photo. */
  photoUrl: z.nullable(z.string()),
  writtenAt: z.iso.datetime(),
});
export type Review = z.infer<typeof reviewSchema>;
export const reviewReader = readable(reviewSchema);
export type DisplayedReview = z.output<typeof reviewReader>;

/** How many published reviews a product has, and the average of their stars, rounded to two decimals; null without one. */
export const productRatingSchema = z.object({ count: z.int(), average: z.nullable(z.number()) });
export type ProductRating = z.infer<typeof productRatingSchema>;

export const reviewsQuerySchema = createPageQuerySchema(REVIEWS_PER_PAGE, 50);

/** The key of a link is 22 characters long. */
const KEY_MAX = 100;
const keySchema = z.string(REVIEW_LINK_ENDED).check(z.maxLength(KEY_MAX, REVIEW_LINK_ENDED));

/** Query of `GET /api/reviews/invitation`: the key of the link in the email. */
export const reviewKeyQuerySchema = z.object({ key: keySchema });

const ownReviewSchema = z.object({
  rating: z.int(),
  text: z.string(),
  name: z.string(),
  hasPhoto: z.boolean(),
  status: reviewStatusSchema,
});

/** What the link of an email can review. */
export const reviewInvitationSchema = z.object({
  /** The recipient's first name; null: not known. */
  firstName: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
  products: z.array(
    z.object({
      productId: z.uuid(),
      title: z.string(),
      imageUrl: z.nullable(z.string()),
      /** What was written with this link before. */
      review: z.nullable(ownReviewSchema),
    }),
  ),
});
export type ReviewInvitation = z.infer<typeof reviewInvitationSchema>;
export const reviewInvitationReader = readable(reviewInvitationSchema);
export type DisplayedInvitation = z.output<typeof reviewInvitationReader>;

/** What the author writes about one product. */
export const reviewTextSchema = z.object({
  rating: ratingSchema,
  text: z._default(
    z
      .string()
      .check(
        z.overwrite(removeControlCharacters),
        z.trim(),
        z.refine(hasAtMostCharacters(REVIEW_TEXT_MAX), 'Please use at most 2,000 characters'),
        z.meta({ maxLength: REVIEW_TEXT_MAX }),
      ),
    '',
  ),
  name: z
    .string('Name is required')
    .check(
      z.overwrite(toSingleLine),
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.refine(hasAtMostCharacters(REVIEW_NAME_MAX), 'Please use at most 50 characters for the name'),
      z.meta({ maxLength: REVIEW_NAME_MAX }),
    ),
});

/** Body of `POST /api/reviews`. The same product again replaces what was written before. */
export const writeReviewRequestSchema = z.extend(reviewTextSchema, {
  key: keySchema,
  productId: z.uuid(),
  /** The id of a photo that the caller uploaded with `POST /api/upload`; null: without. Absent: the photo from before stays. */
  photoId: z.nullish(z.uuid()),
});
export type WriteReviewRequest = z.input<typeof writeReviewRequestSchema>;
export type WrittenReview = z.output<typeof writeReviewRequestSchema>;

/** A review in the admin app. */
export const adminReviewSchema = z.extend(reviewSchema, {
  productId: z.uuid(),
  productTitle: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  status: reviewStatusSchema,
  /** Counts the changes, from 1. */
  version: z.int().check(z.positive()),
});
export type AdminReview = z.infer<typeof adminReviewSchema>;
const readableAdminReview = readable(adminReviewSchema);
export const adminReviewReader = z.extend(readableAdminReview, {
  photoUrl: orNull(z.string()),
  version: orAbsent(adminReviewSchema.shape.version),
});
export type DisplayedAdminReview = z.output<typeof adminReviewReader>;

export const adminReviewsQuerySchema = z.extend(createPageQuerySchema(50, 100), {
  status: z.optional(reviewStatusSchema),
});

/** Body of `PATCH /api/admin/reviews/{id}`. */
export const reviewDecisionSchema = z.object({
  status: z.enum(['published', 'rejected'], 'Status must be published or rejected'),
});
export type ReviewDecision = z.infer<typeof reviewDecisionSchema>;

/** `GET /api/admin/reviews/summary`: how many wait for a decision. */
export const reviewSummarySchema = z.object({ pending: z.int() });
export type ReviewSummary = z.infer<typeof reviewSummarySchema>;
export const reviewSummaryReader = readable(reviewSummarySchema);
