import { BULK_MAX, BULK_TOO_MANY, MESSAGES, ORDER_NUMBERS_INVALID } from '@shop/contracts-common';
import { BY_KEY, type DocsOf, SAMPLE } from '@shop/contracts-common/docs';
import type * as routes from '../routes/bulk-actions.js';

const tag = 'Back office: orders';
const given = ['a paid order'] as const;
const start = { kind: 'start-processing', orders: [SAMPLE.order] };
const tooMany = { kind: 'start-processing', orders: Array.from({ length: BULK_MAX + 1 }, () => SAMPLE.unknown) };
const CONTENT = `\`start-processing\`: \`orders\` by id, and in \`confirmed\` those that are started inside their change window. \`set-tracking\`: \`parcels\`, each with the order's number, the carrier and the tracking number. At most ${BULK_MAX}.`;

export const bulkActionDocs: DocsOf<typeof routes> = {
  getPackingSlips: {
    tag,
    summary: 'Packing slips of selected orders as one PDF',
    description: `One order or more by their numbers, separated by commas; at most ${BULK_MAX}. Without prices, each order on a page of its own.`,
    answer: 'The file. Its last page names orders that have no slip, and why',
    examples: [
      {
        name: 'does not find unknown orders',
        query: { orders: 'PA-0000000000' },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'refuses what is no order number',
        query: { orders: 'first' },
        status: 400,
        message: ORDER_NUMBERS_INVALID,
      },
    ],
  },
  previewBulkAction: {
    tag,
    repeated: 'the same list',
    concurrent: 'each gets the list',
    summary: 'See what a bulk action would do',
    description: `${CONTENT} Changes nothing.`,
    answer: 'One entry for each order, in the order of the request',
    examples: [
      {
        name: 'names an order in its change window',
        given: [...given],
        body: start,
        status: 200,
        changesNothing: true,
      },
      {
        name: 'names an unknown order',
        body: { kind: 'set-tracking', parcels: [{ orderNumber: 'PA-0000000000', carrier: 'UPS', number: '1Z' }] },
        status: 200,
        changesNothing: true,
      },
      { name: 'refuses too many orders', body: tooMany, status: 400, message: BULK_TOO_MANY },
    ],
  },
  startBulkAction: {
    tag,
    concurrent: 'each order is changed once; the other action skips it',
    repeated: BY_KEY,
    summary: 'Start processing of many orders, or enter their tracking numbers',
    description: `${CONTENT} Jobs do it order by order, each in a transaction of its own, as the calls for one order do. The result is stored for 30 days.`,
    answer: 'The action, with all orders pending or refused',
    errors: { 409: 'The key was used for something else' },
    examples: [
      {
        name: 'starts it',
        given: [...given],
        body: { ...start, confirmed: [SAMPLE.order] },
        status: 201,
      },
      { name: 'refuses too many orders', body: tooMany, status: 400, message: BULK_TOO_MANY },
      {
        name: 'refuses a parcel without a number',
        body: { kind: 'set-tracking', parcels: [{ orderNumber: 'PA-0000000000', carrier: 'UPS', number: ' ' }] },
        status: 400,
        message: 'Tracking number is required',
      },
      {
        name: 'refuses an idempotency key that is no UUID',
        headers: { 'idempotency-key': 'mine' },
        body: { kind: 'start-processing', orders: [SAMPLE.unknown] },
        status: 400,
        message: 'The Idempotency-Key must be a UUID.',
      },
    ],
  },
  listBulkActions: {
    tag,
    summary: 'The last bulk actions',
    answer: 'At most 10, of all admins, newest first',
    examples: [{ name: 'lists them', status: 200 }],
  },
  getBulkAction: {
    tag,
    summary: 'A bulk action with the result of each order',
    answer: 'The action as it is now',
    examples: [
      { name: 'does not find an unknown id', params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound },
    ],
  },
  retryBulkAction: {
    tag,
    concurrent: 'both start the same orders, each once',
    repeated: 'starts those that have failed again in between',
    summary: 'Try the orders of a bulk action again that have failed',
    description: 'Orders that are done, skipped or still pending stay as they are.',
    answer: 'The action as it is now',
    examples: [
      { name: 'does not find an unknown id', params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound },
    ],
  },
};
