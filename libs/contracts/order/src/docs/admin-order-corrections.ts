import { MESSAGES } from '@shop/contracts-common';
import type * as routes from '../routes/admin-orders.js';
import { ADDRESS, BY_KEY, BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE } from '@shop/contracts-common/docs';

const tag = 'Back office: orders';
const id = SAMPLE.order;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;
const withPaidOrder = { given: ['a paid order'], params: { id } } as const;

type CorrectionRoute =
  'correctEmail' | 'endOrderLinks' | 'sendEmailAgain' | 'correctTracking' | 'changeDeliveryAddress';

/** Calls that make parcels and emails reach the customer. */
export const orderCorrectionDocs: Pick<DocsOf<typeof routes>, CorrectionRoute> = {
  correctEmail: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Correct the email address of an order',
    description:
      'All emails go to the new address from then on, also those that wait or were refused; the link in earlier emails ends. The customer gets the confirmation again if the old address got it. The same address changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: 'The personal data of the order was removed' },
    examples: [
      {
        name: 'refuses a change that was decided on another address',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { email: 'right@example.com' },
        message: 'The address of this order was changed in between. Please look at it again.',
      },
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
  endOrderLinks: {
    tag,
    concurrent: BY_VERSION,
    repeated: 'the links that were made in between end as well',
    summary: 'End the links in all emails of an order',
    description:
      'For an email that was forwarded or got into wrong hands. The pages that the links opened end, and so do the codes for changes. Emails that still wait get the new link. No email is sent: each email of the order can be sent again, with the new link.',
    answer: 'The order as it is now',
    errors: { 409: 'The personal data of the order was removed' },
    examples: [
      {
        name: 'refuses to end links to an address that the caller has not seen',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        message: 'The address of this order was changed in between. Please look at it again.',
      },
      { name: 'ends the links', ...withPaidOrder, status: 200 },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  sendEmailAgain: {
    tag,
    concurrent: BY_VERSION,
    repeated: BY_KEY,
    summary: 'Send an email about an order again',
    description:
      'To the present address, with the order as it is now. `kind`, `emailId` and `about` come from the list of its emails. An email that would be wrong now, such as “is being printed” for a shipped order, is refused. One that waits or was refused for good is replaced.',
    answer: 'It is being sent',
    errors: { 409: 'The personal data of the order was removed, or its email was corrected in between' },
    examples: [
      {
        name: 'refuses to send to an address that the caller has not seen',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { kind: 'order-confirmed', emailId: SAMPLE.unknown },
        message: 'The address of this order was changed in between. Please look at it again.',
      },
      {
        name: 'sends the confirmation again',
        ...withPaidOrder,
        body: { kind: 'order-confirmed', emailId: SAMPLE.unknown },
        status: 202,
      },
      {
        name: 'refuses an email that would be wrong now',
        ...withPaidOrder,
        body: { kind: 'order-delivered', emailId: SAMPLE.unknown },
        status: 409,
        message: 'This email would be wrong now. Please look at the order again.',
      },
      {
        name: 'refuses an unknown kind',
        ...withPaidOrder,
        body: { kind: 'newsletter', emailId: SAMPLE.unknown },
        status: 400,
      },
      { name: 'does not find an unknown id', ...notFound, body: { kind: 'order-confirmed', emailId: SAMPLE.unknown } },
    ],
  },
  correctTracking: {
    tag,
    concurrent: BY_VERSION,
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
    concurrent: BY_VERSION,
    summary: 'Change the address of a paid order',
    description:
      'Allowed until a printer has the order, and again when a parcel came back; if that is uncertain, the printer is asked first. Printing is tried again after the change. The change window stays as it is. Sending the same address again changes nothing.',
    answer: 'The order as it is now',
    errors: {
      409: 'The order is not paid, was cancelled or sent, or the printer has it',
      503: 'The printer may have the order, and does not answer',
    },
    examples: [
      {
        name: 'refuses a change that was decided on another address',
        ...withPaidOrder,
        ...OUTDATED_VERSION,
        body: { ...ADDRESS, address: '16 Elm Street' },
        message: 'The address of this order was changed in between. Please look at it again.',
      },
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
};
