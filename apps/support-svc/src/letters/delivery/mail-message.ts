import { BRAND } from '@shop/contracts/common';
import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from './mailer.js';

export interface Sender {
  from: string;
  /** The right side of each Message-ID. */
  host: string;
}

export function senderOf(publicOrigin: string, from?: string): Sender {
  const host = new URL(publicOrigin).hostname;
  return { from: from ?? `${BRAND} <no-reply@${host}>`, host };
}

/** The Message-ID is made of the letter's id: a letter that is sent again after a crash is recognised as the same (RFC 5322, 3.6.4). */
export const mailMessage = (
  { id, to, subject, text, html, writtenAt }: OutgoingMail,
  { from, host }: Sender,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: writtenAt,
  messageId: `<${id}@${host}>`,
  // Holiday notices are not answered to us (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
