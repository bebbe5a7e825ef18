import type { ContactSubmission } from '@shop/contracts/support';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';

export const toContactSubmission = ({ id, name, email, subject, message, status, createdAt }: ContactSubmissionEntity): ContactSubmission => ({
  id,
  name,
  email,
  subject,
  message,
  status,
  createdAt: createdAt.toISOString(),
});
