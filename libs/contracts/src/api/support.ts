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
const letter = {
  name: 'Pat Doe',
  email: 'pat.doe@example.org',
  subject: 'A parcel to Maine',
  message: 'Do you ship to Maine?',
};
const given = { given: ['a request'], params: { id } } as const;
const archived = { given: ['an archived request'], params: { id } } as const;
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
    refusals: { 429: 'Too many from this address' },
    examples: [
      { name: 'is stored', as: 'nobody', body: letter, status: 201 },
      {
        name: 'looks the same to a robot, which fills every field',
        as: 'nobody',
        body: { ...letter, website: 'https://example.com' },
        status: 201,
      },
      {
        name: 'asks somebody quicker than a person to wait',
        as: 'nobody',
        body: { ...letter, openForMs: 40 },
        status: 429,
        sentence: 'That was very quick. Please wait a moment and send it again.',
      },
      {
        name: 'refuses more than 100 kB',
        as: 'nobody',
        body: { ...letter, message: 'x'.repeat(110_000) },
        status: 413,
        sentence: 'The request is too large.',
      },
      {
        name: 'refuses a character that cannot be kept',
        as: 'nobody',
        body: { ...letter, message: 'Do you\u0000ship?' },
        status: 400,
        sentence: 'The text holds a character that cannot be kept.',
      },
      { name: 'needs a name', as: 'nobody', body: { ...letter, name: ' ' }, status: 400, sentence: 'Name is required' },
      {
        name: 'needs an e-mail address',
        as: 'nobody',
        body: { ...letter, email: 'pat' },
        status: 400,
        sentence: 'Invalid email address',
      },
      {
        name: 'needs a subject',
        as: 'nobody',
        body: { ...letter, subject: '' },
        status: 400,
        sentence: 'Subject is required',
      },
      {
        name: 'needs a message',
        as: 'nobody',
        body: { ...letter, message: '' },
        status: 400,
        sentence: 'Message is required',
      },
      {
        name: 'refuses a long subject',
        as: 'nobody',
        body: { ...letter, subject: 'x'.repeat(201) },
        status: 400,
        sentence: 'Please use at most 200 characters for the subject',
      },
      {
        name: 'refuses a long message',
        as: 'nobody',
        body: { ...letter, message: 'x'.repeat(5_001) },
        status: 400,
        sentence: 'Please use at most 5,000 characters for the message',
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
        sentence: 'Status must be new, read, replied or archived',
      },
      {
        name: 'refuses a place that does not exist',
        query: { cursor: 'nowhere' },
        status: 400,
        sentence: CURSOR_INVALID,
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
      { name: 'shows it', ...given, status: 200 },
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
    refusals: { 409: 'Somebody else has replied, or the same reply went out in other words' },
    examples: [
      { name: 'sends it', ...given, body: { id: SAMPLE.reply, message: 'We do, in three days.' }, status: 201 },
      { name: 'refuses nothing', ...given, body: { message: ' ' }, status: 400, sentence: 'Message is required' },
      {
        name: 'refuses what is archived',
        ...archived,
        body: { message: 'Hello again.' },
        status: 409,
        sentence: 'This request is archived and can’t be replied to.',
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
      { name: 'marks it read', ...given, body: { status: 'read' }, status: 200 },
      { name: 'puts it away', ...given, body: { status: 'archived' }, status: 200 },
      { name: 'does not go back', ...given, body: { status: 'new' }, status: 409 },
      {
        name: 'refuses a status that is none',
        ...given,
        body: { status: 'lost' },
        status: 400,
        sentence: 'Status must be new, read, replied or archived',
      },
      { name: 'knows no other', ...notFound, body: { status: 'read' } },
    ],
  },
];
