import type * as routes from '../routes/admin-orders.js';
import { MESSAGES, CURSOR_INVALID } from '../common/index.js';

import { orderHoldDocs } from './admin-order-holds.js';
import { type DocsOf, ADDRESS, IF_MATCH, SAMPLE } from './operation.js';

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
    description: 'Empty without Printful. Shoppers cannot pay for what is listed.',
    answer: 'The products, by title, with the sizes and colors that are not printed',
    examples: [{ name: 'lists none where the sandbox prints', status: 200 }],
  },
  resolveDiscrepancy: {
    tag,
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
  listAdminOrders: {
    tag,
    summary: 'List all orders',
    answer: 'Newest first',
    examples: [
      { name: 'lists the orders', given: ['a paid order'], status: 200 },
      {
        name: 'filters by both statuses, in pages',
        given: ['a paid order'],
        query: { status: 'paid', paymentStatus: 'paid', limit: '1' },
        status: 200,
      },
      { name: 'refuses an unknown status', query: { status: 'lost' }, status: 400 },
      {
        name: 'refuses a limit above the maximum',
        query: { limit: '100000' },
        status: 400,
        message: 'The limit must be from 1 to 1000',
      },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  exportAdminOrders: {
    tag,
    summary: 'Export all orders for a spreadsheet',
    answer: 'CSV (RFC 4180), UTF-8',
    examples: [{ name: 'downloads the file', given: ['a paid order'], status: 200 }],
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
  changeOrderStatus: {
    tag,
    summary: 'Change the status of an order',
    description:
      'created → paid → processing → shipped → delivered, or cancelled before shipped. Only a payment makes an order paid; cancelling a paid order refunds it in full. `processing` ends the change window and submits the order to the printer. An order at the printer is cancelled there first.',
    headers: IF_MATCH,
    answer: 'The order as it is now',
    errors: { 409: 'The order was changed or paid in between, is being paid, or is being printed' },
    examples: [
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
  correctEmail: {
    tag,
    summary: 'Correct the email address of an order',
    description:
      'All emails go to the new address from then on, also those that wait or were refused; the link in earlier emails ends. The customer gets the confirmation again if the old address got it. The same address changes nothing.',
    headers: IF_MATCH,
    answer: 'The order as it is now',
    errors: { 409: 'The personal data of the order was removed' },
    examples: [
      { name: 'corrects the address', ...withPaidOrder, body: { email: 'right@example.com' }, status: 200 },
      {
        name: 'refuses what is no address',
        ...withPaidOrder,
        body: { email: 'nobody' },
        status: 400,
        message: 'Invalid email address',
      },
      { name: 'does not find an unknown id', ...notFound, body: { email: 'right@example.com' } },
    ],
  },
  correctTracking: {
    tag,
    summary: 'Correct or add a tracking number of a shipped order',
    description:
      '`replaces` names the number that was wrong; without it, the parcel is one more. The customer gets one email. Sending the same parcel again changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: 'The order is not shipped, or has no parcel with the number that is replaced' },
    examples: [
      {
        name: 'refuses an order that is not shipped',
        ...withPaidOrder,
        body: { carrier: 'UPS', number: '1Z999AA10123456784' },
        status: 409,
        message: 'Only a shipped order has a tracking number.',
      },
      {
        name: 'refuses an empty number',
        ...withPaidOrder,
        body: { carrier: 'UPS', number: ' ' },
        status: 400,
        message: 'Tracking number is required',
      },
      { name: 'does not find an unknown id', ...notFound, body: { carrier: 'UPS', number: '1Z999AA10123456784' } },
    ],
  },
  changeDeliveryAddress: {
    tag,
    summary: 'Change the address of a paid order',
    description:
      'Allowed until a printer has the order, and again when a parcel came back; if that is uncertain, the printer is asked first. Printing is tried again after the change. The change window stays as it is. Sending the same address again changes nothing.',
    headers: IF_MATCH,
    answer: 'The order as it is now',
    errors: {
      409: 'The order is not paid, was cancelled or sent, or the printer has it',
      503: 'The printer may have the order, and does not answer',
    },
    examples: [
      { name: 'changes the address', ...withPaidOrder, body: { ...ADDRESS, address: '14 Elm Street' }, status: 200 },
      {
        name: 'refuses an empty city',
        ...withPaidOrder,
        body: { ...ADDRESS, city: ' ' },
        status: 400,
        message: 'City is required',
      },
      {
        name: 'refuses an unpaid order',
        given: ['an open order'],
        params: { id },
        body: ADDRESS,
        status: 409,
        message: 'This order is not paid yet: its customer changes the address at the checkout.',
      },
      { name: 'does not find an unknown id', ...notFound, body: ADDRESS },
    ],
  },
  retryPrinting: {
    tag,
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
  recreatePrintFiles: {
    tag,
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
    summary: 'Change the note of an order',
    headers: IF_MATCH,
    answer: 'The order as it is now',
    errors: { 409: 'Another note was saved meanwhile; the message has its text. Or the customer was forgotten' },
    examples: [
      { name: 'stores the note', ...withPaidOrder, body: { note: 'Called about the size.' }, status: 200 },
      {
        name: 'refuses to replace a note that the caller has not seen',
        ...withPaidOrder,
        headers: { 'if-match': '"an.outdated.version.0"' },
        body: { note: 'Called about the size.' },
        status: 409,
        message: 'Somebody else has removed the note meanwhile.',
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
    summary: 'Refund an order in part or in full',
    description:
      'The order continues, unless it is refunded in full before the printer has it: then it is cancelled. Repeated calls with the same Idempotency-Key make one refund.',
    headers: {
      'Idempotency-Key':
        'A UUID. Repeated calls with the same key make one refund; with another body the answer is 409.',
      ...IF_MATCH,
    },
    answer: 'The order as it is now',
    errors: {
      409: 'The order was not paid, or is already refunded in full; money went back since the caller looked; or the key was used for something else',
    },
    examples: [
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
