import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { REVIEW_STATUSES } from './review.js';

export const reviewChanged = defineEvent(
  'review.changed',
  'catalog-svc',
  { readBy: ['art-svc'] },
  'A review was written, decided about, or deleted. Its photo is public while it is published, and is deleted with it.',
  z.object({
    reviewId: z.uuid(),
    // Grows with each change: an older event is ignored.
    version: z.int().check(z.positive()),
    // The account of the order. Null: a guest's order.
    userId: z.nullable(z.uuid()),
    status: z.enum([...REVIEW_STATUSES, 'deleted']),
    // The photo and who uploaded it; null: the review has none.
    photo: z.nullable(z.object({ id: z.uuid(), userId: z.nullable(z.uuid()), guestId: z.nullable(z.uuid()) })),
  }),
);

export const reviewsErased = defineEvent(
  'reviews.erased',
  'catalog-svc',
  { readBy: ['identity-svc'] },
  'catalog-svc has deleted all data of an erased user: reviews, and links that ask for them.',
  z.object({ userId: z.uuid() }),
);
