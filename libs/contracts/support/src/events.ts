import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { contactStatusSchema } from './contact.js';

export const contactReceived = defineEvent(
  'contact.received',
  'support-svc',
  { readBy: [] },
  'A contact request was submitted.',
  z.object({ submissionId: z.uuid(), name: z.string(), email: z.string(), subject: z.string() }),
);

export const contactStatusChanged = defineEvent(
  'contact.status-changed',
  'support-svc',
  { readBy: [] },
  'An admin has changed the status of a contact request.',
  z.object({ submissionId: z.uuid(), from: contactStatusSchema, to: contactStatusSchema }),
);

export const contactRequestsErased = defineEvent(
  'requests.erased',
  'support-svc',
  { readBy: ['identity-svc'] },
  'support-svc has deleted all data of an erased user: contact requests, replies and unsent emails.',
  z.object({ userId: z.uuid() }),
);

export const supportEvents = [contactReceived, contactStatusChanged, contactRequestsErased] as const;
