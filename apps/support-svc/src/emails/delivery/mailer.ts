import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BRAND } from '@shop/contracts/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { RenderedEmail } from '../render-email.js';

interface OutgoingEmail extends RenderedEmail {
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

interface Sender {
  from: string;
  /** The part of each Message-ID after the @. */
  host: string;
}

export function getSender(publicOrigin: string, from?: string): Sender {
  const host = new URL(publicOrigin).hostname;
  return { from: from ?? `${BRAND} <no-reply@${host}>`, host };
}

/** The Message-ID contains the email's id, so that mail programs recognise an email that is sent again after a crash (RFC 5322, 3.6.4). */
const toMailMessage = (
  { id, to, subject, text, html, createdAt }: OutgoingEmail,
  { from, host }: Sender,
): SendMailOptions => ({
  from,
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

/** Their sum is far below the timeout of the job. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };
const MAX_CONNECTIONS = 3;
/** Readiness checks within this time share one check of the server. */
const CHECK_CACHE_MS = 10_000;

export class SmtpMailer extends Mailer {
  private readonly transport;
  private lastCheck: { at: number; result: Promise<unknown> } | undefined;

  constructor(
    url: string,
    private readonly sender: Sender,
  ) {
    super();
    // The email outbox retries. A retry by the pool as well could send an email twice.
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxRequeues: 0,
      ...TIMEOUTS,
    });
  }

  async sendEmail(email: OutgoingEmail): Promise<string> {
    const { response } = await this.transport.sendMail(toMailMessage(email, this.sender));
    return response;
  }

  async checkConnection(): Promise<void> {
    if (!this.lastCheck || Date.now() - this.lastCheck.at > CHECK_CACHE_MS)
      this.lastCheck = { at: Date.now(), result: this.transport.verify() };
    await this.lastCheck.result;
  }

  close(): void {
    this.transport.close();
  }
}

/** `20261120-140500123-order-confirmed-0b6f1c1e.eml`: names sort by time, and an email that is sent again overwrites its file. */
const getEmailFileName = ({ id, template, createdAt }: Pick<OutgoingEmail, 'id' | 'template' | 'createdAt'>): string =>
  `${createdAt
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')}-${template}-${id.slice(0, 8)}.eml`;

/** Writes each email to an .eml file. Links in emails open accounts, so only the owner may read the files. */
export class FileMailer extends Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    readonly folder: string,
    private readonly sender: Sender,
  ) {
    super();
  }

  async sendEmail(email: OutgoingEmail): Promise<string> {
    const { message } = await this.transport.sendMail(toMailMessage(email, this.sender));
    const path = join(this.folder, getEmailFileName(email));
    await mkdir(this.folder, { recursive: true });
    await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return path;
  }

  async checkConnection(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await access(this.folder, constants.W_OK);
  }

  close(): void {
    this.transport.close();
  }
}
