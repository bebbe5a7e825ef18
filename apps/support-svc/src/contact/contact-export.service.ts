import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { toJsonFile, type PersonalDataFile } from '@shop/service-kit';
import { DataSource, In } from 'typeorm';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';

const REQUESTS_PER_FILE = 200;

interface ExportedRequest extends Pick<
  ContactSubmissionEntity,
  'id' | 'name' | 'email' | 'subject' | 'message' | 'status' | 'createdAt'
> {
  /** Without the author, which is an admin's personal data. */
  replies: Pick<ContactReplyEntity, 'message' | 'createdAt'>[];
}

/**
 * The personal data export of an account's requests and their replies. Only requests that were sent signed in are included, because anybody may
 * have entered the account's address.
 */
@Injectable()
export class ContactExportService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Yields `requests.json` (possibly an empty list), then `requests-2.json` and so on. Newest first. */
  async *exportFiles(userId: string): AsyncGenerator<PersonalDataFile> {
    for (let file = 1; ; file += 1) {
      const requests = await this.readPage(userId, (file - 1) * REQUESTS_PER_FILE);
      if (requests.length === 0 && file > 1) return;
      yield toJsonFile(file === 1 ? 'requests.json' : `requests-${file}.json`, requests);
      if (requests.length < REQUESTS_PER_FILE) return;
    }
  }

  private async readPage(userId: string, skip: number): Promise<ExportedRequest[]> {
    const { manager } = this.dataSource;
    const requests = await manager.find(ContactSubmissionEntity, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip,
      take: REQUESTS_PER_FILE,
    });
    const replies = await manager.find(ContactReplyEntity, {
      where: { submissionId: In(requests.map(({ id }) => id)) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return requests.map(({ id, name, email, subject, message, status, createdAt }) => ({
      ...{ id, name, email, subject, message, status, createdAt },
      replies: replies
        .filter(({ submissionId }) => submissionId === id)
        .map((reply) => ({ message: reply.message, createdAt: reply.createdAt })),
    }));
  }
}
