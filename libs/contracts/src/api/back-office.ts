import { SENTENCES, CURSOR_INVALID } from '../common/index.js';
import {
  adminOrderDetailSchema,
  adminOrderSchema,
  adminOrdersFileQuerySchema,
  adminOrdersQuerySchema,
  adminStatsSchema,
  changeOrderNoteRequestSchema,
  changeOrderStatusRequestSchema,
} from '../order/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, sentence: SENTENCES.notFound } as const;
const paid = { given: ['a paid order'], params: { id } } as const;
const detail = { status: 200, description: 'The order as it is now', schema: adminOrderDetailSchema } as const;

export const backOfficeOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    tag,
    summary: 'The figures of the dashboard',
    answer: { status: 200, description: 'Orders, revenue, products, accounts', schema: adminStatsSchema },
    examples: [{ name: 'counts', status: 200 }],
  },
  {
    method: 'GET',
    path: '/api/admin/orders',
    access: 'admin',
    tag,
    summary: 'All orders',
    query: adminOrdersQuerySchema,
    answer: { status: 200, description: 'Newest first', schema: adminOrderSchema, isList: true, isPaged: true },
    examples: [
      { name: 'lists them', given: ['a paid order'], status: 200 },
      { name: 'lists them by both statuses, in pages', given: ['a paid order'], query: { status: 'paid', paymentStatus: 'paid', limit: '1' }, status: 200 },
      { name: 'refuses a status that is none', query: { status: 'lost' }, status: 400 },
      { name: 'refuses a page without an end', query: { limit: '100000' }, status: 400, sentence: 'The limit must be from 1 to 1000' },
      { name: 'refuses a place that does not exist', query: { cursor: 'nowhere' }, status: 400, sentence: CURSOR_INVALID },
    ],
  },
  {
    method: 'GET',
    path: '/api/admin/orders.csv',
    access: 'admin',
    tag,
    summary: 'All orders, as a file for a spreadsheet',
    query: adminOrdersFileQuerySchema,
    answer: { status: 200, description: 'CSV (RFC 4180), UTF-8', type: 'text/csv' },
    examples: [{ name: 'comes as a file', given: ['a paid order'], status: 200 }],
  },
  {
    method: 'GET',
    path: '/api/admin/orders/:id',
    access: 'admin',
    tag,
    summary: 'One order with all that happened to it',
    answer: detail,
    examples: [
      { name: 'shows it', ...paid, status: 200 },
      { name: 'knows no other', ...notFound },
    ],
  },
  {
    method: 'PATCH',
    path: '/api/admin/orders/:id/status',
    access: 'admin',
    tag,
    summary: 'Move an order on',
    description: 'created → paid → processing → shipped → delivered, or to cancelled before shipped. Only the payment provider makes an order paid; cancelling a paid order refunds it in full. `processing` ends the hold, and hands the order to the printer; what the printer has is taken back before it is cancelled.',
    body: changeOrderStatusRequestSchema,
    answer: detail,
    refusals: { 409: 'It was moved or paid meanwhile, is being paid, or is being printed' },
    examples: [
      { name: 'moves it on', ...paid, body: { status: 'processing' }, status: 200 },
      { name: 'cancels it, and pays back', ...paid, body: { status: 'cancelled' }, status: 200 },
      { name: 'leaves no step out', ...paid, body: { status: 'delivered' }, status: 409, sentence: 'An order that is paid cannot become delivered.' },
      { name: 'takes nobody’s word but the provider’s for a payment', given: ['an open order'], params: { id }, body: { status: 'paid' }, status: 409, sentence: 'Only the payment provider can say that an order is paid.' },
      { name: 'refuses a status that is none', ...paid, body: { status: 'lost' }, status: 400 },
      { name: 'takes a tracking number only for what is shipped', ...paid, body: { status: 'processing', tracking: { carrier: 'UPS', number: '1Z' } }, status: 400, sentence: 'Only a shipped order has a tracking number' },
      { name: 'knows no other', ...notFound, body: { status: 'processing' } },
    ],
  },
  {
    method: 'POST',
    path: '/api/admin/orders/:id/printing',
    access: 'admin',
    tag,
    summary: 'Hand an order to the printer now that waits for its next try',
    answer: detail,
    examples: [
      { name: 'has nothing to try while the order is on hold', ...paid, status: 409, sentence: 'This order does not wait for the printer.' },
      { name: 'knows no other', ...notFound },
    ],
  },
  {
    method: 'PATCH',
    path: '/api/admin/orders/:id/note',
    access: 'admin',
    tag,
    summary: 'Write a note on an order',
    body: changeOrderNoteRequestSchema,
    answer: detail,
    refusals: { 409: 'The customer has asked to be forgotten' },
    examples: [
      { name: 'keeps it', ...paid, body: { note: 'Called about the size.' }, status: 200 },
      { name: 'refuses a long one', ...paid, body: { note: 'x'.repeat(2_001) }, status: 400, sentence: 'Please use at most 2,000 characters for the note' },
      { name: 'knows no other', ...notFound, body: { note: null } },
    ],
  },
];
