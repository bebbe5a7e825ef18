import { MESSAGES } from '@shop/contracts-common';
import type * as routes from '../routes/admin-orders.js';
import { BY_VERSION, type DocsOf, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const items = [{ orderItemId: SAMPLE.orderItem, quantity: 1 }];
const withPaidOrder = { given: ['a paid order'], params: { id } } as const;
const unknownReprint = {
  name: 'does not find an unknown reprint',
  ...withPaidOrder,
  params: { id, reprintId: SAMPLE.unknown },
  status: 404,
  message: MESSAGES.notFound,
} as const;

type ReprintRoute = 'answerProblem' | 'requestReprint' | 'retryReprint' | 'markReprintSent' | 'cancelReprint';

/** Calls about problems with items that were sent, and that send them again. */
export const reprintDocs: Pick<DocsOf<typeof routes>, ReprintRoute> = {
  answerProblem: {
    tag,
    concurrent: 'a report has one answer; a different second one is 409 with the first',
    repeated: 'nothing changes',
    summary: 'Answer a problem that a customer reported',
    description: 'The customer gets the answer by email. The same answer again changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: 'The report has another answer, or the items are sent again' },
    examples: [
      {
        name: 'does not find an unknown report',
        ...withPaidOrder,
        params: { id, reportId: SAMPLE.unknown },
        body: { answer: 'We are sorry.' },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'refuses an empty answer',
        ...withPaidOrder,
        params: { id, reportId: SAMPLE.unknown },
        body: { answer: ' ' },
        status: 400,
        message: 'Answer is required',
      },
    ],
  },
  requestReprint: {
    tag,
    concurrent: BY_VERSION,
    repeated: BY_KEY,
    summary: 'Send items of an order again, free of charge',
    description:
      'For an order that was sent, and whose money is with the shop. The items are printed from their stored print files under a number of their own at the printer. `repeats` names earlier reprints of the same items that the caller has seen; without them the answer is 409.',
    answer: 'The order as it is now',
    errors: {
      409: 'The order was not sent, its money has gone back or is disputed, or the items are sent again already',
      422: 'The order has no such item or fewer of it, or no parcel can be sent to the address',
    },
    examples: [
      {
        name: 'refuses an order that is not sent',
        ...withPaidOrder,
        body: { items, reason: 'misprinted' },
        status: 409,
        message: 'Only what was sent can be sent again: this order is not shipped.',
      },
      {
        name: 'refuses to send nothing',
        ...withPaidOrder,
        body: { items: [], reason: 'damaged' },
        status: 400,
        message: 'Please choose at least one item',
      },
      {
        name: 'does not find an unknown id',
        params: { id: SAMPLE.unknown },
        body: { items, reason: 'damaged' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  retryReprint: {
    tag,
    concurrent: 'the printer is asked once more, or 409 if nothing waits',
    repeated: 'tries once more, or 409 if nothing waits',
    summary: 'Try or ask the printer again about items that are sent again',
    answer: 'The order as it is now',
    errors: { 409: 'Nothing waits for the printer' },
    examples: [unknownReprint],
  },
  markReprintSent: {
    tag,
    concurrent: BY_VERSION,
    repeated: 'nothing changes',
    summary: 'Mark items as sent again that an admin has printed, or correct their tracking number',
    description:
      'The customer gets one email. Once they are sent, `replaces` names the number that was wrong; null adds a parcel, and without it the first number is corrected. A repeated call changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: 'The printer sends them, or they are not sent any more' },
    examples: [{ ...unknownReprint, body: { tracking: { carrier: 'UPS', number: '1Z999AA10123456784' } } }],
  },
  cancelReprint: {
    tag,
    concurrent: BY_VERSION,
    repeated: 'nothing changes',
    summary: 'Don’t send the items again after all',
    description: 'They are cancelled at the printer first. A repeated call changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: 'They are being printed, or were sent', 503: 'The printer does not answer' },
    examples: [unknownReprint],
  },
};
