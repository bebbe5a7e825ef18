import { z } from 'zod';
import { defineEvent } from '../common/index.js';
import { emailSchema } from '../identity/index.js';

export const SUBJECT_MAX = 200;
export const MESSAGE_MAX = 5000;
export const contactRequestSchema = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(200, 'Please use at most 200 characters for the name'),
  email: emailSchema,
  subject: z.string('Subject is required').trim().min(1, 'Subject is required').max(SUBJECT_MAX, 'Please use at most 200 characters for the subject'),
  message: z.string('Message is required').trim().min(1, 'Message is required').max(MESSAGE_MAX, 'Please use at most 5,000 characters for the message'),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

export const contactStatusSchema = z.enum(['new', 'read', 'replied', 'archived']);
export type ContactStatus = z.infer<typeof contactStatusSchema>;

export const contactSubmissionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: contactStatusSchema,
  createdAt: z.iso.datetime(),
});
export type ContactSubmission = z.infer<typeof contactSubmissionSchema>;

export const contactStatusChangeSchema = z.object({
  status: z.enum(contactStatusSchema.options, 'Status must be new, read, replied or archived'),
});

/** What `POST /api/contact` answers. */
export const contactReceiptSchema = z.object({ id: z.uuid() });
export type ContactReceipt = z.infer<typeof contactReceiptSchema>;

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

export const supportEvents = [contactReceived, contactStatusChanged] as const;
