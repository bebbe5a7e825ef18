import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { jsonFile, type PersonalFile } from '@shop/service-kit';
import { DataSource, In } from 'typeorm';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';

const REQUESTS_A_FILE = 200;

interface PersonalRequest extends Pick<
  ContactSubmissionEntity,
  'id' | 'name' | 'email' | 'subject' | 'message' | 'status' | 'createdAt'
> {
  /** The shop's answers; who wrote them is their own matter. */
  replies: Pick<ContactReplyEntity, 'message' | 'createdAt'>[];
}

/**
 * What an account has written to the shop, and the answers. Only what was sent signed in: an address is not proven to be the account's own, so
 * requests that merely carry it might be another person's.
 */
@Injectable()
export class PersonalRequests {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** `requests.json`, and for somebody who wrote very often `requests-2.json` and on; the list may be empty. Newest first. */
  async *filesOf(userId: string): AsyncGenerator<PersonalFile> {
    for (let file = 1; ; file += 1) {
      const requests = await this.read(userId, (file - 1) * REQUESTS_A_FILE);
      if (requests.length === 0 && file > 1) return;
      yield jsonFile(file === 1 ? 'requests.json' : `requests-${file}.json`, requests);
      if (requests.length < REQUESTS_A_FILE) return;
    }
  }

  private async read(userId: string, skip: number): Promise<PersonalRequest[]> {
    const { manager } = this.dataSource;
    const requests = await manager.find(ContactSubmissionEntity, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip,
      take: REQUESTS_A_FILE,
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
