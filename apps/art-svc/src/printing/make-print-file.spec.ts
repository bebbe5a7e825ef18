import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { isUnreachable, picturesUnreachable } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import type { DrawPrintJob } from './draw-print-job.js';
import type { FinishPrintJob } from './finish-print-job.js';
import { MakePrintFile } from './make-print-file.js';
import type { PrintJobEntity } from './print-job.entity.js';
import { MAX_ATTEMPTS } from './print-job.rules.js';
import type { PrintJobsRepository } from './print-jobs.repository.js';
import { PrintSweep } from './print-sweep.js';

/** Every job fails with this. */
function failingService({ error = new Error('no'), isStoreAway = true, attempts = 1, due = [] as string[] } = {}) {
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
    claim: jest.fn(claim),
    handBack: jest.fn(),
    postpone: jest.fn(),
    prolong: async () => true,
    listDue: jest.fn(async (limit: number) => due.slice(0, limit)),
  };
  const fails = jest.fn(() => Promise.reject(error));
  const drawing = { printFile: fails, isStoreAway: async (failed: unknown) => isStoreAway && isUnreachable(failed) };
  const finish = { fail: jest.fn() };
  const logger = pino({ level: 'silent' });
  const images = { findActive: async () => ({}) } as unknown as ImagesRepository;
  const making = new MakePrintFile(
    jobs as unknown as PrintJobsRepository,
    images,
    drawing as unknown as DrawPrintJob,
    finish as unknown as FinishPrintJob,
    config,
    logger,
  );
  const counted = () => ({
    handedBack: jobs.handBack.mock.calls.length,
    postponed: jobs.postpone.mock.calls.length,
    failed: finish.fail.mock.calls.length,
  });
  return {
    making,
    jobs,
    drawing,
    counted,
    sweep: new PrintSweep(jobs as unknown as PrintJobsRepository, making, config, logger),
  };
}

describe('MakePrintFile', () => {
  it('does not count an attempt while the store is away', async () => {
    const { making, counted } = failingService({
      error: picturesUnreachable(new Error('away')),
      attempts: MAX_ATTEMPTS,
    });
    await making.make(randomUUID());
    expect(counted()).toEqual({ handedBack: 1, postponed: 0, failed: 0 });
  });

  it('counts an attempt that one file broke, and fails with the last', async () => {
    const error = picturesUnreachable(new Error('damaged'));
    const first = failingService({ error, isStoreAway: false });
    await first.making.make(randomUUID());
    expect(first.counted()).toEqual({ handedBack: 0, postponed: 1, failed: 0 });
    const last = failingService({ error, isStoreAway: false, attempts: MAX_ATTEMPTS });
    await last.making.make(randomUUID());
    expect(last.counted()).toEqual({ handedBack: 0, postponed: 0, failed: 1 });
  });

  it('makes what is due in its turn where the queue takes every worker slot', async () => {
    const [queued, due] = [randomUUID(), randomUUID()];
    const { making, jobs, drawing, sweep } = failingService({ due: [due] });
    let end: (error: Error) => void = () => undefined;
    drawing.printFile.mockReturnValueOnce(new Promise((_, reject) => (end = reject)));
    const made = making.make(queued);
    await new Promise(setImmediate);
    sweep.onApplicationBootstrap();
    await new Promise(setImmediate);
    expect(jobs.claim.mock.calls.map(([id]) => id)).toEqual([queued]);
    end(new Error('no'));
    await made;
    await sweep.onModuleDestroy();
    expect(jobs.claim.mock.calls.map(([id]) => id)).toEqual([queued, due]);
  });
});
