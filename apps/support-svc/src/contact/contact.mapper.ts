import type { ContactReply, ContactSubmission } from '@shop/contracts/support';
import type { ContactReplyEntity } from './contact-reply.entity.js';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';

type ContactSubmissionRow = Pick<ContactSubmissionEntity, keyof ContactSubmission>;

export const toContactSubmission = ({
  id,
  name,
  email,
  subject,
  message,
  status,
  createdAt,
}: ContactSubmissionRow): ContactSubmission => ({
  id,
  name,
  email,
  subject,
  message,
  status,
  createdAt: createdAt.toISOString(),
});

export const toContactReply = ({ id, message, author, createdAt }: ContactReplyEntity): ContactReply => ({
  id,
  message,
  author,
  createdAt: createdAt.toISOString(),
});
