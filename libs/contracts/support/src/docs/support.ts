import type * as routes from '../routes/support.js';
import { CURSOR_INVALID, MESSAGES } from '@shop/contracts-common';
import { FORM_OPEN_HEADER, FORM_OPEN_MIN_MS, FORM_WEBSITE_HEADER } from '../index.js';
import { BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const tag = 'Back office: requests';
const id = SAMPLE.request;
const contactForm = {
  name: 'Pat Doe',
  email: 'pat.doe@example.org',
  subject: 'A parcel to Maine',
  message: 'Do you ship to Maine?',
};
const withRequest = { given: ['a request'], params: { id } } as const;
const withArchivedRequest = { given: ['an archived request'], params: { id } } as const;
const notFound = { params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;

export const supportDocs: DocsOf<typeof routes> = {
  sendContactRequest: {
    tag: 'Contact',
    repeated: BY_KEY,
    summary: 'Send a contact request',
    description: 'Confirmed by email. The optional headers `X-Form-Open-Ms` and `X-Form-Website` detect robots.',
    headers: {
      'X-Form-Open-Ms': `How long the form was open, in milliseconds. Below ${FORM_OPEN_MIN_MS}: refused as too fast`,
      'X-Form-Website': 'Present, with any value, if a hidden field was filled in: answered as usual, but not stored',
    },
    answer: 'Stored',
    errors: { 429: 'Too many from this address' },
    examples: [
      { name: 'stores the request', as: 'anonymous', body: contactForm, status: 201 },
      {
        name: 'answers a robot, which fills in all fields, in the same way',
        as: 'anonymous',
        headers: { [FORM_WEBSITE_HEADER]: 'filled-in' },
        body: contactForm,
        status: 201,
      },
      {
        name: 'refuses a form that was filled in too fast',
        as: 'anonymous',
        headers: { [FORM_OPEN_HEADER]: '40' },
        body: contactForm,
        status: 429,
        message: 'That was very quick. Please wait a moment and send it again.',
      },
      {
        name: 'refuses more than 100 kB',
        as: 'anonymous',
        body: { ...contactForm, message: 'x'.repeat(110_000) },
        status: 413,
        message: 'The request is too large.',
      },
      {
        name: 'refuses a NUL character',
        as: 'anonymous',
        body: { ...contactForm, message: 'Do you\u0000ship?' },
        status: 400,
        message: 'The text holds a character that cannot be kept.',
      },
      {
        name: 'requires a name',
        as: 'anonymous',
        body: { ...contactForm, name: ' ' },
        status: 400,
        message: 'Name is required',
      },
      {
        name: 'requires an email',
        as: 'anonymous',
        body: { ...contactForm, email: 'pat' },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'requires a subject',
        as: 'anonymous',
        body: { ...contactForm, subject: '' },
        status: 400,
        message: 'Subject is required',
      },
      {
        name: 'requires a message',
        as: 'anonymous',
        body: { ...contactForm, message: '' },
        status: 400,
        message: 'Message is required',
      },
      {
        name: 'refuses a subject that is too long',
        as: 'anonymous',
        body: { ...contactForm, subject: 'x'.repeat(201) },
        status: 400,
        message: 'Please use at most 200 characters for the subject',
      },
      {
        name: 'refuses a message that is too long',
        as: 'anonymous',
        body: { ...contactForm, message: 'x'.repeat(5_001) },
        status: 400,
        message: 'Please use at most 5,000 characters for the message',
      },
    ],
  },
  listContactRequests: {
    tag,
    summary: 'List the contact requests',
    answer: 'Newest first',
    examples: [
      { name: 'lists the requests', given: ['a request'], status: 200 },
      { name: 'lists new requests in pages', given: ['a request'], query: { status: 'new', limit: '1' }, status: 200 },
      {
        name: 'refuses an unknown status',
        query: { status: 'lost' },
        status: 400,
        message: 'Status must be new, read, replied or archived',
      },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  searchContactRequests: {
    tag,
    repeated: 'the same list',
    concurrent: 'each gets the list',
    summary: 'Find contact requests by name, email, subject or a word of the text',
    description: 'As `POST /api/admin/orders/search`.',
    answer: 'Newest first',
    examples: [
      { name: 'finds a request by its subject', given: ['a request'], body: { words: 'order' }, status: 200 },
      {
        name: 'finds the requests of an address',
        given: ['a request'],
        body: { words: SAMPLE.email, email: SAMPLE.email },
        status: 200,
      },
      {
        name: 'refuses to look for nothing',
        body: { words: '…' },
        status: 400,
        message: 'Please enter what to look for',
      },
    ],
  },
  getContactSummary: {
    tag,
    summary: 'Count all and unread contact requests',
    answer: 'Both counts',
    examples: [{ name: 'counts the requests', given: ['a request'], status: 200 }],
  },
  getContactRequest: {
    tag,
    summary: 'One contact request with replies and timeline',
    answer: 'The request',
    examples: [
      { name: 'returns the request', ...withRequest, status: 200 },
      { name: 'does not find an unknown id', ...notFound },
    ],
  },
  replyToContactRequest: {
    tag,
    concurrent: BY_VERSION,
    repeated: 'one reply, by the `id` in the body; with another message it is 409',
    summary: 'Reply by email',
    answer: 'Sent; the status is replied',
    description: 'Without `If-Match`, it is refused as soon as anyone has replied.',
    errors: { 409: 'A reply with the same id and another message was sent' },
    examples: [
      {
        name: 'sends the reply',
        ...withRequest,
        body: { id: SAMPLE.reply, message: 'We do, in three days.' },
        status: 201,
      },
      {
        name: 'refuses an empty reply',
        ...withRequest,
        body: { message: ' ' },
        status: 400,
        message: 'Message is required',
      },
      {
        name: 'refuses a second reply whose author has not seen the first',
        given: ['an answered request'],
        params: { id },
        ...OUTDATED_VERSION,
        body: { message: 'We do.' },
      },
      {
        name: 'refuses to reply to an archived request',
        ...withArchivedRequest,
        body: { message: 'Hello again.' },
        status: 409,
        message: 'This request is archived and can’t be replied to.',
      },
      { name: 'does not find an unknown id', ...notFound, body: { message: 'Hello?' } },
    ],
  },
  changeContactStatus: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change the status of a contact request',
    answer: 'The request as it is now',
    examples: [
      { name: 'marks it as read', ...withRequest, body: { status: 'read' }, status: 200 },
      { name: 'archives it', ...withRequest, body: { status: 'archived' }, status: 200 },
      { name: 'refuses to go back to new', ...withRequest, body: { status: 'new' }, status: 409 },
      {
        name: 'refuses a change that was decided on another status',
        ...withRequest,
        ...OUTDATED_VERSION,
        body: { status: 'archived' },
        message: 'Someone else has moved this request to new in between. Please look at it again.',
      },
      {
        name: 'refuses an unknown status',
        ...withRequest,
        body: { status: 'lost' },
        status: 400,
        message: 'Status must be new, read, replied or archived',
      },
      { name: 'does not find an unknown id', ...notFound, body: { status: 'read' } },
    ],
  },
  listOrderEmails: {
    tag: 'Back office: orders',
    summary: 'List the emails about an order',
    description:
      'The newest 100: what was sent, waits, or was refused for good within 90 days. What was sent without a stored text is listed for 400 days. An earlier address of the order is not stored.',
    answer: 'Newest first; empty for an unknown order',
    examples: [
      { name: 'lists the emails', given: ['a paid order'], params: { id: SAMPLE.order }, status: 200 },
      { name: 'does not find what is no id', params: { id: 'first' }, status: 404, message: MESSAGES.notFound },
    ],
  },
  getOrderEmail: {
    tag: 'Back office: orders',
    summary: 'Read what an email about an order said',
    description:
      'Subject and plain text as they were sent; in place of the key of a link stands `hidden`. Stored until the personal data of the order is removed. Emails with a code have none, nor have those of a version before it.',
    answer: 'Subject and text',
    errors: { 404: 'The order has no such email, or its text is not stored' },
    examples: [
      {
        name: 'does not find an unknown id',
        params: { id: SAMPLE.order, emailId: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  listRefusedEmails: {
    tag: 'Back office: orders',
    summary: 'List emails about orders that the mail server has refused for good',
    answer: 'The newest 100; without those that were sent again',
    examples: [{ name: 'lists the refused emails', status: 200 }],
  },
};
