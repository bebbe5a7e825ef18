import { Injectable } from '@nestjs/common';
import { type PersonalDataFile, toJsonFile } from '@shop/service-kit';
import { EmailTextsRepository } from '../emails/email-texts.repository.js';

const EMAILS_PER_FILE = 200;

/** Export of the emails about an account's orders. */
@Injectable()
export class EmailExportService {
  constructor(private readonly emailTexts: EmailTextsRepository) {}

  /** Yields `emails.json`, `emails-2.json` and so on; nothing if there are none. Newest first. */
  async *exportFiles(userId: string): AsyncGenerator<PersonalDataFile> {
    for (let file = 1; ; file += 1) {
      const page = { skip: (file - 1) * EMAILS_PER_FILE, take: EMAILS_PER_FILE };
      const emails = await this.emailTexts.listByUser(userId, page);
      if (emails.length === 0) return;
      yield toJsonFile(file === 1 ? 'emails.json' : `emails-${file}.json`, emails);
      if (emails.length < EMAILS_PER_FILE) return;
    }
  }
}
