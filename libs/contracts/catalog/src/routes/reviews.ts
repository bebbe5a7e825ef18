import type { Route } from '@shop/contracts-common/routes';
import {
  adminReviewReader,
  adminReviewSchema,
  adminReviewsQuerySchema,
  reviewDecisionSchema,
  reviewInvitationReader,
  reviewInvitationSchema,
  reviewKeyQuerySchema,
  reviewReader,
  reviewSchema,
  reviewsQuerySchema,
  reviewSummaryReader,
  reviewSummarySchema,
  writeReviewRequestSchema,
} from '../index.js';

export const listReviews = {
  method: 'GET',
  path: '/api/products/:id/reviews',
  service: 'catalog',
  access: 'public',
  limit: 'read',
  sessionless: true,
  query: reviewsQuerySchema,
  answer: { status: 200, schema: reviewSchema, isList: true, isPaged: true },
  reader: reviewReader,
} as const satisfies Route;

export const getReviewInvitation = {
  method: 'GET',
  path: '/api/reviews/invitation',
  service: 'catalog',
  access: 'public',
  limit: 'lookup',
  sessionless: true,
  query: reviewKeyQuerySchema,
  answer: { status: 200, schema: reviewInvitationSchema },
  reader: reviewInvitationReader,
} as const satisfies Route;

export const writeReview = {
  method: 'POST',
  path: '/api/reviews',
  service: 'catalog',
  access: 'public',
  limit: 'order-change',
  body: writeReviewRequestSchema,
  answer: { status: 204 },
} as const satisfies Route;

export const listAdminReviews = {
  method: 'GET',
  path: '/api/admin/reviews',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  query: adminReviewsQuerySchema,
  answer: { status: 200, schema: adminReviewSchema, isList: true, isPaged: true },
  reader: adminReviewReader,
} as const satisfies Route;

export const getReviewSummary = {
  method: 'GET',
  path: '/api/admin/reviews/summary',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: reviewSummarySchema },
  reader: reviewSummaryReader,
} as const satisfies Route;

export const decideReview = {
  method: 'PATCH',
  path: '/api/admin/reviews/:id',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: reviewDecisionSchema,
  answer: { status: 200, schema: adminReviewSchema },
  reader: adminReviewReader,
} as const satisfies Route;

export const deleteReview = {
  method: 'DELETE',
  path: '/api/admin/reviews/:id',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;
