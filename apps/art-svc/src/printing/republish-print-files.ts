import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FinishPrintJob } from './finish-print-job.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

const PAGE = 200;

/** Tells what became of every print job again, so that orders can be completed from it. */
@Injectable()
export class RepublishPrintFiles {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly finish: FinishPrintJob,
  ) {}

  async all(manager: EntityManager): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const page = await this.jobs.pageOfEnded(after, PAGE, manager);
      for (const job of page) await this.finish.tell(job, manager);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  }
}
