/** The events of art-svc; pages download none of them. */
import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { artworkBoxSchema } from './artwork-box.js';
import { printFileEvents } from './print-files.js';

/** Exactly one of userId and guestId is set. */
const ownerFields = { userId: z.nullable(z.uuid()), guestId: z.nullable(z.uuid()) };

export const artworkCompleted = defineEvent(
  'artwork.completed',
  'art-svc',
  { readBy: ['order-svc', 'support-svc'] },
  'An artwork is rendered and can be put on products.',
  z.object({
    jobId: z.uuid(),
    imageId: z.uuid(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    /** Animal and name of an artwork without a background: nothing else of it is printed. Absent: all of it is, or nothing is known. */
    printedBox: z.optional(artworkBoxSchema),
    styleKey: z.string(),
    petName: z.nullable(z.string()),
    /** A client was still waiting at completion, so no email is needed. */
    watched: z._default(z.boolean(), true),
    /** Time of completion. It stays the same when the event is republished. */
    completedAt: z.optional(z.iso.datetime()),
    ...ownerFields,
  }),
);

export const artworkFailed = defineEvent(
  'artwork.failed',
  'art-svc',
  { readBy: [] },
  'An artwork could not be rendered.',
  z.object({ jobId: z.uuid(), reason: z.enum(['moderated', 'timed-out', 'engine-failed']), ...ownerFields }),
);

export const artworksErased = defineEvent(
  'artworks.erased',
  'art-svc',
  { readBy: ['identity-svc'] },
  'art-svc has deleted all photos, artworks and other data of an erased user.',
  z.object({ userId: z.uuid() }),
);

export const reviewPhotoMissing = defineEvent(
  'review-photo.missing',
  'art-svc',
  { readBy: ['catalog-svc'] },
  'The photo of a review is not stored any more: the account that uploaded it was erased, or it was deleted before the review was sent. The review stays without it.',
  z.object({ reviewId: z.uuid(), imageId: z.uuid() }),
);

export const drawingBudgetNearlySpent = defineEvent(
  'drawing-budget.nearly-spent',
  'art-svc',
  { readBy: ['support-svc'] },
  'Four fifths of the money for a day (UTC) of OpenAI calls are spent, for an email to the admins. Published once a day.',
  z.object({ day: z.iso.date(), spentCents: z.int(), budgetCents: z.int() }),
);

export const continueLinkRequested = defineEvent(
  'continue-link.requested',
  'art-svc',
  { readBy: ['support-svc'] },
  'A link that opens a design on another device was requested. `encrypted` has the address and the token of the link, which only support-svc can read.',
  z.object({
    /** Of the user who requested it; null for a guest. */
    userId: z.nullable(z.uuid()),
    expiresAt: z.iso.datetime(),
    encrypted: z.string(),
  }),
);

export const artEvents = [
  artworkCompleted,
  artworkFailed,
  artworksErased,
  reviewPhotoMissing,
  drawingBudgetNearlySpent,
  continueLinkRequested,
  ...printFileEvents,
] as const;
