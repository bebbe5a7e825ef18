import { MESSAGES } from '../common/index.js';
import type * as routes from '../routes/admin-orders.js';
import { type DocsOf, SAMPLE } from './operation.js';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;
const withPaidOrder = { given: ['a paid order'], params: { id } } as const;

/** Calls that stop the printing of an order, or let it go on. */
export const orderHoldDocs: Pick<DocsOf<typeof routes>, 'askCustomer' | 'closeQuestion' | 'releaseHolds'> = {
  askCustomer: {
    tag,
    summary: 'Hold an order and ask its customer',
    description:
      'The customer gets an email with a link to the order, and may change or cancel it. Nothing is printed until an admin closes the question. A new question replaces the open one.',
    headers: { 'Idempotency-Key': 'A UUID: a repeated request asks once. Optional' },
    answer: 'The order as it is now',
    examples: [
      {
        name: 'asks the customer',
        ...withPaidOrder,
        body: { question: 'The photo is too dark. Do you have another one?' },
        status: 201,
      },
      {
        name: 'refuses an empty question',
        ...withPaidOrder,
        body: { question: ' ' },
        status: 400,
        message: 'Question is required',
      },
      {
        name: 'refuses an order that is not paid',
        given: ['an open order'],
        params: { id },
        body: { question: 'Is this your cat?' },
        status: 409,
        message: 'Only a paid order that is not printed yet can wait for an answer.',
      },
      { name: 'does not find an unknown id', ...notFound, body: { question: 'Is this your cat?' } },
    ],
  },
  closeQuestion: {
    tag,
    summary: 'Close a question, so that the order is printed',
    description: 'With or without an answer. A repeated call changes nothing.',
    answer: 'The order as it is now',
    examples: [
      {
        name: 'does not find an unknown question',
        ...withPaidOrder,
        params: { id, questionId: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  releaseHolds: {
    tag,
    summary: 'Continue the printing of an order that is on hold',
    description:
      'An order is on hold while its payment is disputed, reviewed or suspected of fraud. Only the named holds end; the order goes on once none is left.',
    answer: 'The order as it is now',
    errors: { 409: 'None of these holds is open any more' },
    examples: [
      {
        name: 'refuses holds that are not open',
        ...withPaidOrder,
        body: { holds: [SAMPLE.unknown], reason: 'The customer called us' },
        status: 409,
        message: 'This order is not on hold for these reasons any more. Please look at it again.',
      },
      {
        name: 'requires a reason',
        ...withPaidOrder,
        body: { holds: [SAMPLE.unknown], reason: ' ' },
        status: 400,
        message: 'Reason is required',
      },
      {
        name: 'does not find an unknown id',
        ...notFound,
        body: { holds: [SAMPLE.unknown], reason: 'The customer called us' },
      },
    ],
  },
};
