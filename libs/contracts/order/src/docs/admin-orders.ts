import type * as routes from '../routes/admin-orders.js';
import { MESSAGES } from '@shop/contracts-common';

import { reprintDocs } from './admin-reprints.js';
import { orderCorrectionDocs } from './admin-order-corrections.js';
import { orderHoldDocs } from './admin-order-holds.js';
import { BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;
const withPaidOrder = { given: ['a paid order'], params: { id } } as const;

export const adminOrderDocs: DocsOf<typeof routes> = {
  getAdminStats: {
    tag,
    summary: 'Statistics of the dashboard',
    answer: 'Orders, revenue, products, accounts',
    examples: [{ name: 'counts orders, products and users', status: 200 }],
  },
  getAdminMoney: {
    tag,
    summary: 'Compare payments, orders and printing',
    description:
      'Each figure is computed from its own records. `discrepancies` explains where they do not match: the newest 50 of `discrepanciesCount`.',
    answer: 'Figures and discrepancies',
    examples: [{ name: 'finds no discrepancy for a paid order', given: ['a paid order'], status: 200 }],
  },
  listUnprintableProducts: {
    tag,
    summary: 'List products on sale that Printful does not print',
    description:
      'Empty without Printful. Shoppers cannot pay for what is listed. At most 500 products; `productId` names one, which may be missing in the list or not be on sale yet.',
    answer: 'The products, by title, with the sizes and colors that are not printed',
    examples: [
      { name: 'lists none where the sandbox prints', status: 200 },
      {
        name: 'refuses an id that is none',
        query: { productId: 'tee' },
        status: 400,
        message: 'This is not the id of a product.',
      },
    ],
  },
  resolveDiscrepancy: {
    tag,
    concurrent: 'the second is 409: it is resolved',
    repeated: '409: it is resolved',
    summary: 'Resolve a discrepancy by its action',
    answer: 'A message about what was done',
    errors: { 502: 'The payment provider or the printer has not confirmed the action' },
    examples: [
      {
        name: 'repeats a refund that a bank has returned',
        given: ['a refund that failed'],
        params: { id: SAMPLE.discrepancy },
        status: 200,
      },
      {
        name: 'refuses a discrepancy that is already resolved',
        params: { id: SAMPLE.unknown },
        status: 409,
        message: 'This has been resolved in the meantime. Please look again.',
      },
      { name: 'does not find an unknown id', params: { id: 'first' }, status: 404, message: MESSAGES.notFound },
    ],
  },
  getAdminOrder: {
    tag,
    summary: 'One order with its timeline',
    answer: 'The order as it is now',
    examples: [
      { name: 'returns the order', ...withPaidOrder, status: 200 },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  getOrderReceipt: {
    tag,
    summary: 'Receipt of an order as PDF',
    description: 'The seller, the items, the tax, and what went back. An unchanged order has the same file.',
    answer: 'The file',
    examples: [
      { name: 'downloads the receipt', ...withPaidOrder, status: 200 },
      {
        name: 'refuses an order that is not paid',
        given: ['an open order'],
        params: { id },
        status: 409,
        message: 'This order is not paid, so there is no receipt.',
      },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  changeOrderStatus: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change the status of an order',
    description:
      'created → paid → processing → shipped → delivered, or cancelled before shipped. Only a payment makes an order paid; cancelling a paid order refunds it in full. `processing` ends the change window and submits the order to the printer. An order at the printer is cancelled there first.',
    answer: 'The order as it is now',
    errors: { 409: 'The order was changed or paid in between, is being paid, or is being printed' },
    examples: [
      {
        name: 'refuses a change that was decided on another status',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { status: 'processing' },
        message: 'This order has become paid in between. Please look at it again.',
      },
      { name: 'changes the status', ...withPaidOrder, body: { status: 'processing' }, status: 200 },
      { name: 'cancels and refunds the order', ...withPaidOrder, body: { status: 'cancelled' }, status: 200 },
      {
        name: 'refuses to skip a status',
        ...withPaidOrder,
        body: { status: 'delivered' },
        status: 409,
        message: 'An order that is paid cannot become delivered.',
      },
      {
        name: 'refuses to mark an order as paid',
        given: ['an open order'],
        params: { id },
        body: { status: 'paid' },
        status: 409,
        message: 'Only the payment provider can say that an order is paid.',
      },
      { name: 'refuses an unknown status', ...withPaidOrder, body: { status: 'lost' }, status: 400 },
      {
        name: 'refuses a tracking number for an order that is not shipped',
        ...withPaidOrder,
        body: { status: 'processing', tracking: { carrier: 'UPS', number: '1Z' } },
        status: 400,
        message: 'Only a shipped order has a tracking number',
      },
      { name: 'does not find an unknown id', ...notFound, body: { status: 'processing' } },
    ],
  },
  ...orderCorrectionDocs,
  retryPrinting: {
    tag,
    concurrent: 'the printer is asked once more, or 409 if it has the order',
    repeated: 'tries once more, or 409 if the printer has the order',
    summary: 'Retry submitting an order to the printer now',
    answer: 'The order as it is now',
    examples: [
      {
        name: 'refuses during the change window',
        ...withPaidOrder,
        status: 409,
        message: 'This order does not wait for the printer.',
      },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  ...orderHoldDocs,
  ...reprintDocs,
  recreatePrintFiles: {
    tag,
    concurrent: 'the second is 409: they are being rendered',
    repeated: '409 while they are rendered',
    summary: 'Render the missing print files of an order again',
    answer: 'The order as it is now',
    examples: [
      { name: 'renders a failed print file again', given: ['a print file that failed'], params: { id }, status: 200 },
      {
        name: 'refuses while print files are being rendered',
        ...withPaidOrder,
        status: 409,
        message: 'No print file of this order is missing, or it is being made.',
      },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  saveOrderNote: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change the note of an order',
    answer: 'The order as it is now',
    errors: { 409: 'Another note was saved in between; the message has its text. Or the customer was forgotten' },
    examples: [
      { name: 'stores the note', ...withPaidOrder, body: { note: 'Called about the size.' }, status: 200 },
      {
        name: 'refuses to replace a note that the caller has not seen',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { note: 'Called about the size.' },
        message: 'Someone else has removed the note in between.',
      },
      {
        name: 'refuses an If-Match that is no version',
        ...withPaidOrder,
        headers: { 'if-match': '3' },
        body: { note: 'Called about the size.' },
        status: 400,
        message: 'If-Match must be a version in double quotes, or *.',
      },
      {
        name: 'refuses a note that is too long',
        ...withPaidOrder,
        body: { note: 'x'.repeat(2_001) },
        status: 400,
        message: 'Please use at most 2,000 characters for the note',
      },
      { name: 'does not find an unknown id', ...notFound, body: { note: null } },
    ],
  },
  refundOrder: {
    tag,
    concurrent: BY_VERSION,
    repeated: BY_KEY,
    summary: 'Refund an order in part or in full',
    description:
      'The order continues, unless it is refunded in full before the printer has it: then it is cancelled. Repeated calls with the same Idempotency-Key make one refund.',
    answer: 'The order as it is now',
    errors: {
      403: 'An amount above `SECOND_FACTOR_REFUND_CENTS` by an admin with a second factor who has entered no code in the last ten minutes (`SECOND_FACTOR_NOT_RECENT`)',
      409: 'The order was not paid, or is already refunded in full; money went back since the caller looked; or the key was used for something else',
    },
    examples: [
      {
        name: 'refuses a refund that was decided on other payments',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { amount: '5.00', reason: 'A stain on the sleeve' },
      },
      {
        name: 'refunds a part',
        ...withPaidOrder,
        body: { amount: '5.00', reason: 'A stain on the sleeve' },
        status: 201,
      },
      {
        name: 'refuses more than the paid amount',
        ...withPaidOrder,
        body: { amount: '90000.00', reason: 'Too generous' },
        status: 422,
      },
      {
        name: 'refuses to refund an unpaid order',
        given: ['an open order'],
        params: { id },
        body: { amount: '5.00', reason: 'Too early' },
        status: 409,
        message: 'This order was not paid, so there is nothing to give back.',
      },
      {
        name: 'refuses an invalid amount',
        ...withPaidOrder,
        body: { amount: 'five', reason: 'A stain' },
        status: 400,
        message: 'Enter an amount such as 12.50',
      },
      {
        name: 'requires a reason',
        ...withPaidOrder,
        body: { amount: '5.00', reason: ' ' },
        status: 400,
        message: 'Reason is required',
      },
      {
        name: 'refuses an idempotency key that is no UUID',
        ...withPaidOrder,
        headers: { 'idempotency-key': 'mine' },
        body: { amount: '5.00', reason: 'A stain' },
        status: 400,
        message: 'The Idempotency-Key must be a UUID.',
      },
      { name: 'does not find an unknown id', ...notFound, body: { amount: '5.00', reason: 'A stain' } },
    ],
  },
};
