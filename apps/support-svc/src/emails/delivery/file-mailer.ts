import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Mailer, type OutgoingEmail, type Sender, toMailMessage } from './mailer.js';

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
