import { MESSAGES } from '@shop/contracts-common';
import type * as routes from '../routes/admin-orders.js';
import { BY_KEY, BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE } from '@shop/contracts-common/docs';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;
const withPaidOrder = { given: ['a paid order'], params: { id } } as const;

/** Calls that stop the printing of an order, or let it go on. */
export const orderHoldDocs: Pick<DocsOf<typeof routes>, 'askCustomer' | 'closeQuestion' | 'releaseHolds'> = {
  askCustomer: {
    tag,
    concurrent: BY_VERSION,
    repeated: BY_KEY,
    summary: 'Hold an order and ask its customer',
    description:
      'The customer gets an email with a link to the order, and may change or cancel it. Nothing is printed until an admin closes the question. A new question replaces the open one.',
    answer: 'The order as it is now',
    errors: {
      409: 'The printer has the order. Or the customer has answered, or someone else has asked, since the caller looked',
    },
    examples: [
      {
        name: 'refuses a question that was decided on another one',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { question: 'Is this your cat?' },
        message: 'The question was closed in between.',
      },
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
    concurrent: BY_VERSION,
    repeated: 'nothing changes',
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
    concurrent: 'it names the holds that the admin has decided on; the second is 409 with who let them go',
    repeated: '409: they have ended',
    summary: 'Continue the printing of an order that is on hold',
    description:
      'An order is on hold while its payment is disputed, reviewed or suspected of fraud, or while a question to its customer is open. Only the named holds end; the order goes on once none is left.',
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
