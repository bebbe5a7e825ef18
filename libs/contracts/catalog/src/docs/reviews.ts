import type * as routes from '../routes/reviews.js';

import { MESSAGES } from '@shop/contracts-common';
import { BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE } from '@shop/contracts-common/docs';
import { REVIEW_LINK_ENDED } from '../review.js';

const { product: id, review: reviewId, reviewKey: key, unknown } = SAMPLE;
const notFound = { status: 404, message: MESSAGES.notFound } as const;
const text = { key, productId: id, rating: 5, text: 'Soft, and it looks just like her.', name: 'Pat' };
const REVIEW_CHANGED = 'This review has changed in between. Please look at it again; nothing was changed now.';

export const reviewDocs: DocsOf<typeof routes> = {
  listReviews: {
    tag: 'Reviews',
    summary: 'List the published reviews of a product',
    answer: 'Newest first',
    examples: [
      { name: 'lists the reviews', given: ['a published review'], params: { id }, status: 200 },
      { name: 'does not find an unknown product', params: { id: unknown }, ...notFound },
      {
        name: 'refuses an invalid cursor',
        params: { id },
        query: { cursor: 'nowhere' },
        status: 400,
        message: 'This place in the list does not exist. Please start at the beginning.',
      },
    ],
  },
  getReviewInvitation: {
    tag: 'Reviews',
    summary: 'What the link of the email that asks for a review can review',
    description:
      'The email is sent once, two weeks after the delivery. Its link is valid for 90 days, and shows nothing of the order but its products.',
    answer: 'The products, and what was written about them with this link before',
    examples: [
      { name: 'lists the products', given: ['a review link'], query: { key }, status: 200 },
      { name: 'does not find another key', query: { key: 'made-up' }, status: 404, message: REVIEW_LINK_ENDED },
    ],
  },
  writeReview: {
    tag: 'Reviews',
    repeated: 'replaces the review by the same one',
    summary: 'Review a product of an order',
    description:
      'An admin decides whether it is published. The same product again replaces the review, also one that is published, and an admin decides again.',
    answer: 'Stored',
    errors: { 404: 'The link has ended, or its order has no such product' },
    examples: [
      { name: 'stores the review', given: ['a review link'], body: text, status: 204 },
      {
        name: 'requires stars',
        given: ['a review link'],
        body: { ...text, rating: 6 },
        status: 400,
        message: 'Please choose 1 to 5 stars',
      },
      {
        name: 'requires a name',
        given: ['a review link'],
        body: { ...text, name: ' ' },
        status: 400,
        message: 'Name is required',
      },
      {
        name: 'does not find another key',
        body: { ...text, key: 'made-up' },
        status: 404,
        message: REVIEW_LINK_ENDED,
      },
    ],
  },
  listAdminReviews: {
    tag: 'Back office: reviews',
    summary: 'List all reviews, or those with one status',
    answer: 'Newest first',
    examples: [
      { name: 'lists what waits for a decision', query: { status: 'pending' }, status: 200 },
      {
        name: 'refuses an unknown status',
        query: { status: 'lost' },
        status: 400,
        message: 'Status must be pending, published or rejected',
      },
    ],
  },
  getReviewSummary: {
    tag: 'Back office: reviews',
    summary: 'How many reviews wait for a decision',
    answer: 'The number',
    examples: [{ name: 'counts', status: 200 }],
  },
  decideReview: {
    tag: 'Back office: reviews',
    concurrent: BY_VERSION,
    summary: 'Publish or reject a review',
    description: 'Also one that was decided before. The shop can’t change what a customer wrote.',
    answer: 'The review as it is now',
    examples: [
      {
        name: 'publishes the review',
        given: ['a review'],
        params: { id: reviewId },
        body: { status: 'published' },
        status: 200,
      },
      {
        name: 'refuses to decide about a newer version',
        given: ['a review'],
        params: { id: reviewId },
        body: { status: 'rejected' },
        ...OUTDATED_VERSION,
        message: REVIEW_CHANGED,
      },
      {
        name: 'refuses another status',
        given: ['a review'],
        params: { id: reviewId },
        body: { status: 'pending' },
        status: 400,
        message: 'Status must be published or rejected',
      },
      { name: 'does not find an unknown id', params: { id: unknown }, body: { status: 'published' }, ...notFound },
    ],
  },
  deleteReview: {
    tag: 'Back office: reviews',
    concurrent: BY_VERSION,
    summary: 'Delete a review with its photo',
    answer: 'Removed',
    examples: [
      {
        name: 'refuses to delete a newer version',
        given: ['a review'],
        params: { id: reviewId },
        ...OUTDATED_VERSION,
        message: REVIEW_CHANGED,
      },
      { name: 'deletes the review', given: ['a review'], params: { id: reviewId }, status: 204 },
      { name: 'does not find an unknown id', params: { id: unknown }, ...notFound },
    ],
  },
};
