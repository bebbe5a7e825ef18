import * as z from 'zod/mini';
import {
  createCustomerListQuerySchema,
  hasAtMostCharacters,
  orAbsent,
  readable,
  removeControlCharacters,
  timelineEntrySchema,
  toSingleLine,
} from '@shop/contracts-common';
import { emailSchema } from '@shop/contracts-identity';

export const contactStatusSchema = z.enum(
  ['new', 'read', 'replied', 'archived'],
  'Status must be new, read, replied or archived',
);
export type ContactStatus = z.infer<typeof contactStatusSchema>;

export const contactSubmissionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: contactStatusSchema,
  createdAt: z.iso.datetime(),
  /** For `If-Match`. Opaque: it has the status and the number of replies. */
  version: z.string(),
});
export type ContactSubmission = z.infer<typeof contactSubmissionSchema>;
const readableSubmission = readable(contactSubmissionSchema);
export const contactSubmissionReader = z.extend(readableSubmission, {
  version: orAbsent(readableSubmission.shape.version),
});
/** The answer to a change, of which a list needs the version only. */
export const changedSubmissionReader = z.catch(z.pick(contactSubmissionReader, { version: true }), {});
export type DisplayedSubmission = z.output<typeof contactSubmissionReader>;

export const contactReplySchema = z.object({
  id: z.uuid(),
  message: z.string(),
  /** The admin who wrote it. */
  author: z.string(),
  createdAt: z.iso.datetime(),
});
export type ContactReply = z.infer<typeof contactReplySchema>;

/** `GET /api/admin/contact-submissions/{id}`. Replies are sorted oldest first, the timeline newest first. */
export const contactSubmissionDetailSchema = z.extend(contactSubmissionSchema, {
  /** Who sent it while signed in. */
  userId: z.optional(z.nullable(z.uuid())),
  nextStatuses: z.array(contactStatusSchema),
  canBeReplied: z.boolean(),
  replies: z.array(contactReplySchema),
  timeline: z.array(timelineEntrySchema),
});
export type ContactSubmissionDetail = z.infer<typeof contactSubmissionDetailSchema>;

const readableDetail = readable(contactSubmissionDetailSchema);
/** An open request in the admin app: only the fields of the list are certain. */
export const contactSubmissionDetailReader = z.extend(readableDetail, {
  nextStatuses: z.catch(readableDetail.shape.nextStatuses, []),
  canBeReplied: z.catch(z.boolean(), false),
  version: orAbsent(readableDetail.shape.version),
  replies: z.catch(readableDetail.shape.replies, []),
  timeline: z.catch(readableDetail.shape.timeline, []),
});
export type DisplayedSubmissionDetail = z.output<typeof contactSubmissionDetailReader>;

/** Query of `GET /api/admin/contact-submissions`; newest first. `userId`: only requests that this user sent while signed in. */
export const contactListQuerySchema = z.extend(createCustomerListQuerySchema(), {
  status: z.optional(contactStatusSchema),
  userId: z.optional(z.uuid()),
});
export type ContactListQuery = z.output<typeof contactListQuerySchema>;

/** `GET /api/admin/contact-submissions/summary`: unread requests and all requests. */
export const contactSummarySchema = z.object({ new: z.int(), total: z.int() });
export type ContactSummary = z.infer<typeof contactSummarySchema>;

/** Body of `PATCH /api/admin/contact-submissions/{id}/status`. */
export const contactStatusChangeSchema = z.object({ status: contactStatusSchema });

export const NAME_MAX = 200;
export const SUBJECT_MAX = 200;
export const MESSAGE_MAX = 5000;

const lineField = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.overwrite(toSingleLine),
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.refine(hasAtMostCharacters(max), `Please use at most ${max} characters for the ${name.toLowerCase()}`),
      z.meta({ maxLength: max }),
    );

const textField = (name: string) =>
  z
    .string(`${name} is required`)
    .check(
      z.overwrite(removeControlCharacters),
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.refine(
        hasAtMostCharacters(MESSAGE_MAX),
        `Please use at most ${MESSAGE_MAX.toLocaleString('en-US')} characters for the ${name.toLowerCase()}`,
      ),
      z.meta({ maxLength: MESSAGE_MAX }),
    );

/** A person needs longer to fill in the form; a robot does not. */
export const FORM_OPEN_MIN_MS = 2_000;

/**
 * Request headers of `POST /api/contact` that detect robots. Both are optional; an unusable value counts as absent. Any
 * value of `x-form-website` says that the form's hidden field was filled in: its text could be any Unicode, which a
 * header can't carry.
 */
export const FORM_OPEN_HEADER = 'x-form-open-ms';
export const FORM_WEBSITE_HEADER = 'x-form-website';

/** Body of `POST /api/contact`. */
export const contactRequestSchema = z.object({
  name: lineField('Name', NAME_MAX),
  email: emailSchema,
  subject: lineField('Subject', SUBJECT_MAX),
  message: textField('Message'),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

/** Answer of `POST /api/contact`. */
export const contactReceiptSchema = z.object({ id: z.uuid() });
export type ContactReceipt = z.infer<typeof contactReceiptSchema>;

/** Body of `POST /api/admin/contact-submissions/{id}/reply`. */
export const contactReplyRequestSchema = z.object({
  /** Created by the client, for idempotency: a repeated request sends the reply once. */
  id: z.optional(z.guid('The id of the reply must be a UUID').check(z.toLowerCase())),
  message: textField('Message'),
});
export type ContactReplyRequest = z.output<typeof contactReplyRequestSchema>;
