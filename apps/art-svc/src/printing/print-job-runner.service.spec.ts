import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { isUnreachable, picturesUnreachable } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import type { PrintDrawingService } from './print-drawing.service.js';
import type { PrintJobCompletionService } from './print-job-completion.service.js';
import { PrintJobRunnerService } from './print-job-runner.service.js';
import type { PrintJobEntity } from './print-job.entity.js';
import { MAX_ATTEMPTS } from './print-job.rules.js';
import type { PrintJobsRepository } from './print-jobs.repository.js';
import { PrintReconciliationService } from './print-reconciliation.service.js';

/** A runner whose jobs all fail with `error`. */
function createFailingRunner({ error = new Error('no'), isStoreDown = true, attempts = 1, due = [] as string[] } = {}) {
  const config = { PRINT_CONCURRENCY: 1, ART_LEASE_MS: 60_000, PRINT_RETRY_MS: 1_000 } as Config;
  const claim = async (orderItemId: string): Promise<PrintJobEntity> =>
    ({
      orderItemId,
      artworkId: randomUUID(),
      attempts,
      print: {},
      design: {},
      file: null,
    }) as unknown as PrintJobEntity;
  const jobs = {
    claimJob: jest.fn(claim),
    postponeWithoutAttempt: jest.fn(),
    postponeJob: jest.fn(),
    renewLease: async () => true,
    listDue: jest.fn(async (limit: number) => due.slice(0, limit)),
  };
  const fails = jest.fn(() => Promise.reject(error));
  const drawing = {
    drawPrintFile: fails,
    isStoreUnavailable: async (failed: unknown) => isStoreDown && isUnreachable(failed),
  };
  const completion = { failJob: jest.fn() };
  const logger = pino({ level: 'silent' });
  const images = { findActive: async () => ({}) } as unknown as ImagesRepository;
  const runner = new PrintJobRunnerService(
    jobs as unknown as PrintJobsRepository,
    images,
    drawing as unknown as PrintDrawingService,
    completion as unknown as PrintJobCompletionService,
    config,
    logger,
  );
  const countCalls = () => ({
    postponedWithoutAttempt: jobs.postponeWithoutAttempt.mock.calls.length,
    postponed: jobs.postponeJob.mock.calls.length,
    failed: completion.failJob.mock.calls.length,
  });
  return {
    runner,
    jobs,
    drawing,
    countCalls,
    reconciliation: new PrintReconciliationService(jobs as unknown as PrintJobsRepository, runner, config, logger),
  };
}

describe('PrintJobRunnerService', () => {
  it('does not count an attempt while the store is unavailable', async () => {
    const { runner, countCalls } = createFailingRunner({
      error: picturesUnreachable(new Error('away')),
      attempts: MAX_ATTEMPTS,
    });
    await runner.runJob(randomUUID());
    expect(countCalls()).toEqual({ postponedWithoutAttempt: 1, postponed: 0, failed: 0 });
  });

  it('counts an attempt that one file fails, and fails the job after the last', async () => {
    const error = picturesUnreachable(new Error('damaged'));
    const first = createFailingRunner({ error, isStoreDown: false });
    await first.runner.runJob(randomUUID());
    expect(first.countCalls()).toEqual({ postponedWithoutAttempt: 0, postponed: 1, failed: 0 });
    const last = createFailingRunner({ error, isStoreDown: false, attempts: MAX_ATTEMPTS });
    await last.runner.runJob(randomUUID());
    expect(last.countCalls()).toEqual({ postponedWithoutAttempt: 0, postponed: 0, failed: 1 });
  });

  it('runs a due job in order when the queue uses every worker slot', async () => {
    const [queued, due] = [randomUUID(), randomUUID()];
    const { runner, jobs, drawing, reconciliation } = createFailingRunner({ due: [due] });
    let failDrawing: (error: Error) => void = () => undefined;
    drawing.drawPrintFile.mockReturnValueOnce(new Promise((_, reject) => (failDrawing = reject)));
    const run = runner.runJob(queued);
    await new Promise(setImmediate);
    reconciliation.onApplicationBootstrap();
    await new Promise(setImmediate);
    expect(jobs.claimJob.mock.calls.map(([id]) => id)).toEqual([queued]);
    failDrawing(new Error('no'));
    await run;
    await reconciliation.onModuleDestroy();
    expect(jobs.claimJob.mock.calls.map(([id]) => id)).toEqual([queued, due]);
  });
});
