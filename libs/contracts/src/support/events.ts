import * as z from 'zod/mini';
import { defineEvent } from '../common/index.js';
import { contactStatusSchema } from './contact-submission.js';

export const contactReceived = defineEvent(
  'contact.received',
  'support-svc',
  'Somebody sent a contact request.',
  z.object({ submissionId: z.uuid(), name: z.string(), email: z.string(), subject: z.string() }),
);

export const contactStatusChanged = defineEvent(
  'contact.status-changed',
  'support-svc',
  'An admin moved a contact request on.',
  z.object({ submissionId: z.uuid(), from: contactStatusSchema, to: contactStatusSchema }),
);

export const requestsErased = defineEvent(
  'requests.erased',
  'support-svc',
  'What support kept of a person who asked to be forgotten is gone: contact requests, the replies, and letters about them that had not gone out.',
  z.object({ userId: z.uuid() }),
);

export const supportEvents = [contactReceived, contactStatusChanged, requestsErased] as const;
