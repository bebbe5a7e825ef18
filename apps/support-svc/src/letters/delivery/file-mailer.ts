import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Mailer, type OutgoingMail } from './mailer.js';
import { mailMessage, type Sender } from './mail-message.js';

/** `20261120-140500123-order-confirmed-0b6f1c1e.eml`: sorted by name is sorted by time, and the same letter is the same file. */
export const mailFileName = ({ id, letter, writtenAt }: Pick<OutgoingMail, 'id' | 'letter' | 'writtenAt'>): string =>
  `${writtenAt
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')}-${letter}-${id.slice(0, 8)}.eml`;

/** D31: without an SMTP server each mail is a file that mail programs open. Links in letters open accounts: only the owner reads them. */
export class FileMailer extends Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    readonly folder: string,
    private readonly sender: Sender,
  ) {
    super();
  }

  async send(mail: OutgoingMail): Promise<string> {
    const { message } = await this.transport.sendMail(mailMessage(mail, this.sender));
    const path = join(this.folder, mailFileName(mail));
    await mkdir(this.folder, { recursive: true });
    await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return path;
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await access(this.folder, constants.W_OK);
  }

  close(): void {
    this.transport.close();
  }
}
