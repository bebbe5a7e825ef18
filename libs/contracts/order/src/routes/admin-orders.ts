import {
  adminMoneySchema,
  adminOrderDetailSchema,
  adminStatsSchema,
  answerProblemRequestSchema,
  askQuestionRequestSchema,
  changeOrderNoteRequestSchema,
  changeOrderStatusRequestSchema,
  correctEmailRequestSchema,
  correctTrackingRequestSchema,
  discrepancyResolutionSchema,
  markReprintSentRequestSchema,
  refundOrderRequestSchema,
  releaseHoldsRequestSchema,
  requestReprintRequestSchema,
  sendEmailAgainRequestSchema,
  shippingAddressSchema,
  unprintableProductSchema,
  unprintableProductsQuerySchema,
  adminStatsReader,
  adminMoneyReader,
  adminOrderDetailReader,
} from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const getAdminStats = {
  method: 'GET',
  path: '/api/admin/stats',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminStatsSchema },
  reader: adminStatsReader,
} as const satisfies Route;

export const getAdminMoney = {
  method: 'GET',
  path: '/api/admin/money',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminMoneySchema },
  reader: adminMoneyReader,
} as const satisfies Route;

export const listUnprintableProducts = {
  method: 'GET',
  path: '/api/admin/unprintable-products',
  service: 'order',
  access: 'admin',
  limit: 'read',
  query: unprintableProductsQuerySchema,
  answer: { status: 200, schema: unprintableProductSchema, isList: true },
  reader: unprintableProductSchema,
} as const satisfies Route;

export const resolveDiscrepancy = {
  method: 'POST',
  path: '/api/admin/money/discrepancies/:id/resolve',
  service: 'order',
  access: 'admin',
  permissionAtTimes: { name: 'refund', when: 'if that gives money back' },
  limit: 'change',
  answer: { status: 200, schema: discrepancyResolutionSchema },
  reader: discrepancyResolutionSchema,
} as const satisfies Route;

export const getAdminOrder = {
  method: 'GET',
  path: '/api/admin/orders/:id',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminOrderDetailSchema },
  reader: adminOrderDetailReader,
} as const satisfies Route;

export const getOrderReceipt = {
  method: 'GET',
  path: '/api/admin/orders/:id/receipt',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, type: 'application/pdf' },
} as const satisfies Route;

export const changeOrderStatus = {
  method: 'PATCH',
  path: '/api/admin/orders/:id/status',
  service: 'order',
  access: 'admin',
  permissionAtTimes: { name: 'refund', when: 'to cancel an order whose money goes back' },
  limit: 'change',
  body: changeOrderStatusRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const correctEmail = {
  method: 'PATCH',
  path: '/api/admin/orders/:id/email',
  service: 'order',
  access: 'admin',
  permissionAtTimes: { name: 'refund', when: 'while the order can be cancelled' },
  limit: 'change',
  body: correctEmailRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const endOrderLinks = {
  method: 'POST',
  path: '/api/admin/orders/:id/end-links',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const sendEmailAgain = {
  method: 'POST',
  path: '/api/admin/orders/:id/emails',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: sendEmailAgainRequestSchema,
  answer: { status: 202, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const correctTracking = {
  method: 'PATCH',
  path: '/api/admin/orders/:id/tracking',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: correctTrackingRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const changeDeliveryAddress = {
  method: 'PATCH',
  path: '/api/admin/orders/:id/address',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: shippingAddressSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const retryPrinting = {
  method: 'POST',
  path: '/api/admin/orders/:id/printing',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const releaseHolds = {
  method: 'POST',
  path: '/api/admin/orders/:id/holds/release',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: releaseHoldsRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const recreatePrintFiles = {
  method: 'POST',
  path: '/api/admin/orders/:id/print-files',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const askCustomer = {
  method: 'POST',
  path: '/api/admin/orders/:id/questions',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: askQuestionRequestSchema,
  answer: { status: 201, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const closeQuestion = {
  method: 'POST',
  path: '/api/admin/orders/:id/questions/:questionId/close',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const answerProblem = {
  method: 'POST',
  path: '/api/admin/orders/:id/problems/:reportId/answer',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: answerProblemRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const requestReprint = {
  method: 'POST',
  path: '/api/admin/orders/:id/reprints',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: requestReprintRequestSchema,
  answer: { status: 201, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const retryReprint = {
  method: 'POST',
  path: '/api/admin/orders/:id/reprints/:reprintId/printing',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const markReprintSent = {
  method: 'POST',
  path: '/api/admin/orders/:id/reprints/:reprintId/sent',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: markReprintSentRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const cancelReprint = {
  method: 'POST',
  path: '/api/admin/orders/:id/reprints/:reprintId/cancel',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const saveOrderNote = {
  method: 'PATCH',
  path: '/api/admin/orders/:id/note',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: changeOrderNoteRequestSchema,
  answer: { status: 200, schema: adminOrderDetailSchema },
} as const satisfies Route;

export const refundOrder = {
  method: 'POST',
  path: '/api/admin/orders/:id/refunds',
  service: 'order',
  access: 'admin',
  permission: 'refund',
  limit: 'change',
  body: refundOrderRequestSchema,
  answer: { status: 201, schema: adminOrderDetailSchema },
  reader: adminOrderDetailReader,
} as const satisfies Route;
