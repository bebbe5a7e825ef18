import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PrintJobCompletionService } from './print-job-completion.service.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

const PAGE_SIZE = 200;

/** Publishes the result of every print job again, so that order-svc can complete its orders. */
@Injectable()
export class PrintFileRepublishingService {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly printJobCompletion: PrintJobCompletionService,
  ) {}

  async republishAll(manager: EntityManager): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const page = await this.jobs.listFinished(after, PAGE_SIZE, manager);
      for (const job of page) await this.printJobCompletion.publishOutcome(job, manager);
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      after = last.id;
    }
  }
}
