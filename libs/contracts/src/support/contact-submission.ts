import * as z from 'zod/mini';
import { createPageQuerySchema, readable, timelineEntrySchema } from '../common/index.js';

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
});
export type ContactSubmission = z.infer<typeof contactSubmissionSchema>;
export const contactSubmissionReader = readable(contactSubmissionSchema);
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
  replies: z.catch(readableDetail.shape.replies, []),
  timeline: z.catch(readableDetail.shape.timeline, []),
});
export type DisplayedSubmissionDetail = z.output<typeof contactSubmissionDetailReader>;

/** Query of `GET /api/admin/contact-submissions`; newest first. */
export const CONTACT_LIST_LIMIT = { default: 100, max: 500 } as const;
export const contactListQuerySchema = z.extend(
  createPageQuerySchema(CONTACT_LIST_LIMIT.default, CONTACT_LIST_LIMIT.max),
  {
    status: z.optional(contactStatusSchema),
  },
);
export type ContactListQuery = z.output<typeof contactListQuerySchema>;

/** `GET /api/admin/contact-submissions/summary`: unread requests and all requests. */
export const contactSummarySchema = z.object({ new: z.int(), total: z.int() });
export type ContactSummary = z.infer<typeof contactSummarySchema>;

/** Body of `PATCH /api/admin/contact-submissions/{id}/status`. */
export const contactStatusChangeSchema = z.object({ status: contactStatusSchema });
