import { BRAND } from '@shop/contracts-common';
import type { SendMailOptions } from 'nodemailer';
import type { RenderedEmail } from '../render-email.js';

export interface OutgoingEmail extends RenderedEmail {
  /** The same for every attempt. */
  id: string;
  template: string;
  to: string;
  createdAt: Date;
}

/** Transport of emails: SMTP or files. */
export abstract class Mailer {
  /** Resolves with the server's response or the file path once the email is accepted; rejects with the transport's error. */
  abstract sendEmail(email: OutgoingEmail): Promise<string>;
  /** Rejects if the transport is unavailable now. */
  abstract checkConnection(): Promise<void>;
  abstract close(): void;
}

export interface Sender {
  from: string;
  /** Undefined: the shop does not read replies. */
  replyTo?: string;
  /** The part of each Message-ID after the @. */
  host: string;
}

export function getSender(publicOrigin: string, from?: string, replyTo?: string): Sender {
  const host = new URL(publicOrigin).hostname;
  return { from: from ?? `${BRAND} <no-reply@${host}>`, host, ...(replyTo && { replyTo }) };
}

/** The Message-ID contains the email's id, so that mail programs recognise an email that is sent again after a crash (RFC 5322, 3.6.4). */
export const toMailMessage = (
  { id, to, subject, text, html, createdAt }: OutgoingEmail,
  { from, host, replyTo }: Sender,
): SendMailOptions => ({
  from,
  ...(replyTo && { replyTo }),
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: createdAt,
  messageId: `<${id}@${host}>`,
  // Prevents automatic replies such as holiday notices (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
