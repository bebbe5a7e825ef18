import { CURSOR_INVALID, MESSAGES } from '@shop/contracts-common';
import { type DocsOf, SAMPLE } from '@shop/contracts-common/docs';
import type * as routes from '../routes/admin-order-lists.js';

const tag = 'Back office: orders';

export const adminOrderListDocs: DocsOf<typeof routes> = {
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
      { name: 'lists the orders of a user', given: ['an account'], query: { userId: SAMPLE.user }, status: 200 },
      { name: 'refuses an unknown status', query: { status: 'lost' }, status: 400 },
      {
        name: 'refuses a limit above the maximum',
        query: { limit: '100000' },
        status: 400,
        message: 'The limit must be from 1 to 100',
      },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  getUserPurchases: {
    tag: 'Back office: users',
    summary: 'How much a user has bought',
    description: 'Orders that were paid, and what the shop received for them less refunds and lost disputes.',
    answer: 'Number and sum; 0 for an unknown user',
    examples: [
      { name: 'sums the orders up', given: ['an account'], params: { id: SAMPLE.user }, status: 200 },
      { name: 'does not find what is no id', params: { id: 'first' }, status: 404, message: MESSAGES.notFound },
    ],
  },
  searchAdminOrders: {
    tag,
    repeated: 'the same list',
    concurrent: 'each gets the list',
    summary: 'Find orders by number, name, email, city or tracking number',
    description:
      'All words must be in the order, each anywhere, in any case, with or without diacritics and apostrophes. A word of one or two letters is the start of a word; each Chinese, Japanese or Korean character is a word. The body has the words, so that they are in no log. With `email`, only orders with exactly this address.',
    answer: 'The orders with exactly this order number or tracking number, then the others, both newest first',
    examples: [
      { name: 'finds an order by half a name', given: ['a paid order'], body: { words: 'pat' }, status: 200 },
      {
        name: 'finds the orders of an address',
        given: ['a paid order'],
        body: { words: SAMPLE.email, email: SAMPLE.email },
        status: 200,
      },
      {
        name: 'refuses to look for nothing',
        body: { words: ' ' },
        status: 400,
        message: 'Please enter what to look for',
      },
    ],
  },
  exportAdminOrders: {
    tag,
    summary: 'Export all orders for machines',
    answer: 'CSV (RFC 4180), UTF-8',
    errors: {
      403: 'An admin with a second factor has entered no code in the last ten minutes (`SECOND_FACTOR_NOT_RECENT`)',
    },
    examples: [{ name: 'downloads the file', given: ['a paid order'], status: 200 }],
  },
  exportAdminOrdersSheet: {
    tag,
    summary: 'Export all orders for a spreadsheet',
    answer:
      'A workbook with one sheet. Text stays text: ZIP codes and tracking numbers keep all digits, and no cell is a formula',
    errors: {
      403: 'An admin with a second factor has entered no code in the last ten minutes (`SECOND_FACTOR_NOT_RECENT`)',
    },
    examples: [{ name: 'downloads the file', given: ['a paid order'], status: 200 }],
  },
};
