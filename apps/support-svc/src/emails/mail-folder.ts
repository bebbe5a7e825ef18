import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit';
import PostalMime from 'postal-mime';
import { type Config, getMailDir } from '../config.js';

export interface ParsedEmail {
  file: string;
  subject: string;
  from: string;
  to: string;
  date: string;
  html: string;
  text: string;
}

const LIST_LIMIT = 100;

const MAIL_FILE = /^[\w-]{1,150}\.eml$/;

/** Reads the emails that FileMailer wrote. Their names start with the time, so they sort by date. */
@Injectable()
export class MailFolder {
  private readonly folder: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.folder = getMailDir(config);
  }

  async listEmails(): Promise<ParsedEmail[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const newest = names
      .filter((name) => MAIL_FILE.test(name))
      .sort()
      .reverse()
      .slice(0, LIST_LIMIT);
    return Promise.all(newest.map((name) => this.readEmail(name)));
  }

  async readEmail(file: string): Promise<ParsedEmail> {
    const source = MAIL_FILE.test(file) ? await readFile(join(this.folder, file)).catch(() => undefined) : undefined;
    if (!source) throw new DomainError('MAIL_UNKNOWN', 'not-found', MESSAGES.notFound);
    const { subject = '', from, to = [], date = '', html = '', text = '' } = await PostalMime.parse(source);
    return {
      file,
      subject,
      from: from?.address ?? '',
      to: to.map(({ address }) => address ?? '').join(', '),
      date,
      html,
      text,
    };
  }
}
