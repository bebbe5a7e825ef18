import { CURSOR_INVALID, SENTENCES } from '../common/index.js';
import {
  contactListQuerySchema,
  contactReceiptSchema,
  contactReplyRequestSchema,
  contactReplySchema,
  contactRequestSchema,
  contactStatusChangeSchema,
  contactSubmissionDetailSchema,
  contactSubmissionSchema,
  contactSummarySchema,
} from '../support/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

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
const notFound = { params: { id: SAMPLE.unknown }, status: 404, sentence: SENTENCES.notFound } as const;

export const supportOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    tag: 'Contact',
    summary: 'Write to the shop',
    description:
      'Acknowledged by e-mail. `website` and `openForMs` are against robots; a client without a form leaves both out.',
    body: contactRequestSchema,
    answer: { status: 201, description: 'Stored', schema: contactReceiptSchema },
    errors: { 429: 'Too many from this address' },
    examples: [
      { name: 'is stored', as: 'nobody', body: contactForm, status: 201 },
      {
        name: 'looks the same to a robot, which fills every field',
        as: 'nobody',
        body: { ...contactForm, website: 'https://example.com' },
        status: 201,
      },
      {
        name: 'asks somebody quicker than a person to wait',
        as: 'nobody',
        body: { ...contactForm, openForMs: 40 },
        status: 429,
        message: 'That was very quick. Please wait a moment and send it again.',
      },
      {
        name: 'refuses more than 100 kB',
        as: 'nobody',
        body: { ...contactForm, message: 'x'.repeat(110_000) },
        status: 413,
        message: 'The request is too large.',
      },
      {
        name: 'refuses a character that cannot be kept',
        as: 'nobody',
        body: { ...contactForm, message: 'Do you\u0000ship?' },
        status: 400,
        message: 'The text holds a character that cannot be kept.',
      },
      { name: 'needs a name', as: 'nobody', body: { ...contactForm, name: ' ' }, status: 400, message: 'Name is required' },
      {
        name: 'needs an e-mail address',
        as: 'nobody',
        body: { ...contactForm, email: 'pat' },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'needs a subject',
        as: 'nobody',
        body: { ...contactForm, subject: '' },
        status: 400,
        message: 'Subject is required',
      },
      {
        name: 'needs a message',
        as: 'nobody',
        body: { ...contactForm, message: '' },
        status: 400,
        message: 'Message is required',
      },
      {
        name: 'refuses a long subject',
        as: 'nobody',
        body: { ...contactForm, subject: 'x'.repeat(201) },
        status: 400,
        message: 'Please use at most 200 characters for the subject',
      },
      {
        name: 'refuses a long message',
        as: 'nobody',
        body: { ...contactForm, message: 'x'.repeat(5_001) },
        status: 400,
        message: 'Please use at most 5,000 characters for the message',
      },
    ],
  },
  {
    method: 'GET',
    path: '/api/admin/contact-submissions',
    access: 'admin',
    tag,
    summary: 'What people wrote',
    query: contactListQuerySchema,
    answer: { status: 200, description: 'Newest first', schema: contactSubmissionSchema, isList: true, isPaged: true },
    examples: [
      { name: 'lists them', given: ['a request'], status: 200 },
      { name: 'lists the new ones, in pages', given: ['a request'], query: { status: 'new', limit: '1' }, status: 200 },
      {
        name: 'refuses a status that is none',
        query: { status: 'lost' },
        status: 400,
        message: 'Status must be new, read, replied or archived',
      },
      {
        name: 'refuses a place that does not exist',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  {
    method: 'GET',
    path: '/api/admin/contact-submissions/summary',
    access: 'admin',
    tag,
    summary: 'How many there are, and how many nobody has read',
    answer: { status: 200, description: 'Both numbers', schema: contactSummarySchema },
    examples: [{ name: 'counts', given: ['a request'], status: 200 }],
  },
  {
    method: 'GET',
    path: '/api/admin/contact-submissions/:id',
    access: 'admin',
    tag,
    summary: 'One request, its replies and what happened to it',
    answer: { status: 200, description: 'The request', schema: contactSubmissionDetailSchema },
    examples: [
      { name: 'shows it', ...withRequest, status: 200 },
      { name: 'knows no other', ...notFound },
    ],
  },
  {
    method: 'POST',
    path: '/api/admin/contact-submissions/:id/reply',
    access: 'admin',
    tag,
    summary: 'Answer by e-mail',
    body: contactReplyRequestSchema,
    answer: { status: 201, description: 'Sent; the request is replied to', schema: contactReplySchema },
    errors: { 409: 'Somebody else has replied, or the same reply went out in other words' },
    examples: [
      { name: 'sends it', ...withRequest, body: { id: SAMPLE.reply, message: 'We do, in three days.' }, status: 201 },
      { name: 'refuses nothing', ...withRequest, body: { message: ' ' }, status: 400, message: 'Message is required' },
      {
        name: 'refuses what is archived',
        ...withArchivedRequest,
        body: { message: 'Hello again.' },
        status: 409,
        message: 'This request is archived and can’t be replied to.',
      },
      { name: 'knows no other', ...notFound, body: { message: 'Hello?' } },
    ],
  },
  {
    method: 'PATCH',
    path: '/api/admin/contact-submissions/:id/status',
    access: 'admin',
    tag,
    summary: 'Say where a request has got to',
    body: contactStatusChangeSchema,
    answer: { status: 200, description: 'The request as it is now', schema: contactSubmissionSchema },
    examples: [
      { name: 'marks it read', ...withRequest, body: { status: 'read' }, status: 200 },
      { name: 'puts it away', ...withRequest, body: { status: 'archived' }, status: 200 },
      { name: 'does not go back', ...withRequest, body: { status: 'new' }, status: 409 },
      {
        name: 'refuses a status that is none',
        ...withRequest,
        body: { status: 'lost' },
        status: 400,
        message: 'Status must be new, read, replied or archived',
      },
      { name: 'knows no other', ...notFound, body: { status: 'read' } },
    ],
  },
];
