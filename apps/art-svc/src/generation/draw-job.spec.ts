import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { isUnreachable, picturesUnreachable } from '../images/image-store.js';
import type { Commissions } from './commissions.js';
import { DrawJob } from './draw-job.js';
import type { FinishJob } from './finish-job.js';
import type { JobAudience } from './job-audience.js';
import type { JobPartials } from './job-partials.js';
import { JobSweep } from './job-sweep.js';
import type { JobEntity } from './job.entity.js';
import type { JobsRepository } from './jobs.repository.js';
import type { PaintArtwork } from './paint-artwork.js';

/** Worker slots whose drawings end when the test says so. */
function drawingService(
  slots: number,
  { abandoned = [], isStoreAway = true }: { abandoned?: string[]; isStoreAway?: boolean } = {},
) {
  const config = { ART_CONCURRENCY: slots, ART_LEASE_MS: 60_000, ART_DEADLINE_MS: 60_000 } as Config;
  const claim = async (id: string): Promise<JobEntity> =>
    ({ id, attempts: 1, deadlineAt: new Date(Date.now() + 60_000) }) as JobEntity;
  const listAbandoned = jest.fn(async (limit: number) => abandoned.slice(0, limit));
  const jobs = {
    claim: jest.fn(claim),
    release: jest.fn(),
    handOver: jest.fn(),
    putBack: jest.fn(),
    prolong: async () => true,
    listAbandoned,
  };
  const commissions = {
    of: jest.fn(async () => ({ commission: {}, provenance: {} })),
    isStoreAway: async (error: unknown) => isStoreAway && isUnreachable(error),
  };
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const paint = jest.fn(async (job: JobEntity, _claim: string, _commission: unknown, signal: AbortSignal) => {
    begun.push(job.id);
    await new Promise<void>((resolve, reject) => {
      ends.set(job.id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return {};
  });
  const finish = { complete: jest.fn(async () => true), fail: jest.fn(async () => true) };
  const logger = pino({ level: 'silent' });
  const drawing = new DrawJob(
    jobs as unknown as JobsRepository,
    commissions as unknown as Commissions,
    { paint } as unknown as PaintArtwork,
    finish as unknown as FinishJob,
    config,
    logger,
  );
  const sweep = new JobSweep(
    jobs as unknown as JobsRepository,
    drawing,
    { forgetLost: async () => undefined } as JobAudience,
    { forgetOld: async () => undefined } as JobPartials,
    config,
    logger,
  );
  return { drawing, sweep, jobs, commissions, paint, finish, begun, end: (id: string) => ends.get(id)!() };
}

const soon = (): Promise<void> => setTimeout(5);
const someIds = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('DrawJob', () => {
  it('begins as many jobs as there are worker slots, from the queue and the sweep together', async () => {
    const [queued, abandoned] = [someIds(2), someIds(5)];
    const { drawing, sweep, jobs, begun, end } = drawingService(3, { abandoned });
    const drawn = queued.map((id) => drawing.draw(id));
    await soon();
    sweep.onApplicationBootstrap();
    await soon();
    expect([begun, jobs.listAbandoned.mock.calls]).toEqual([[...queued, abandoned[0]], [[1]]]);
    const later = drawing.draw(randomUUID());
    await soon();
    // Not even claimed: another instance may have it.
    expect(jobs.claim).toHaveBeenCalledTimes(3);
    end(queued[0]!);
    await soon();
    expect([begun.length, jobs.claim.mock.calls.length]).toEqual([4, 4]);
    drawing.onModuleDestroy();
    await Promise.allSettled([...drawn, later]);
    await sweep.onModuleDestroy();
  });

  it('draws an abandoned job in its turn where the queue takes every worker slot', async () => {
    const [queued, abandoned] = [someIds(3), someIds(2)];
    const { drawing, sweep, jobs, begun, end } = drawingService(1, { abandoned });
    const drawn = [drawing.draw(queued[0]!)];
    await soon();
    sweep.onApplicationBootstrap();
    await soon();
    drawn.push(drawing.draw(queued[1]!), drawing.draw(queued[2]!));
    // It waits, and another instance may take it in between.
    expect([jobs.listAbandoned.mock.calls, jobs.claim.mock.calls.length]).toEqual([[[1]], 1]);
    end(queued[0]!);
    await soon();
    expect(begun).toEqual([queued[0], abandoned[0]]);
    drawing.onModuleDestroy();
    await Promise.allSettled(drawn);
    await sweep.onModuleDestroy();
  });

  it('hands its jobs over when the service stops, and begins no waiting one', async () => {
    const { drawing, jobs } = drawingService(1);
    const drawn = [drawing.draw(randomUUID()), drawing.draw(randomUUID())];
    await soon();
    drawing.onModuleDestroy();
    expect((await Promise.allSettled(drawn)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([jobs.handOver.mock.calls.length, jobs.release.mock.calls.length, jobs.claim.mock.calls.length]).toEqual([
      1, 0, 1,
    ]);
  });

  it('puts a job back, without counting an attempt, while the store is away', async () => {
    const { drawing, jobs, commissions } = drawingService(1);
    commissions.of.mockRejectedValueOnce(picturesUnreachable(new Error('away')));
    await drawing.draw(randomUUID());
    expect([jobs.putBack.mock.calls.length, jobs.release.mock.calls.length]).toEqual([1, 0]);
  });

  it('counts an attempt where only this photo can’t be read', async () => {
    const { drawing, jobs, commissions } = drawingService(1, { isStoreAway: false });
    commissions.of.mockRejectedValueOnce(picturesUnreachable(new Error('damaged')));
    await expect(drawing.draw(randomUUID())).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    expect([jobs.putBack.mock.calls.length, jobs.release.mock.calls.length]).toEqual([0, 1]);
  });

  it('counts an attempt where the photo is gone', async () => {
    const { drawing, jobs, commissions } = drawingService(1);
    commissions.of.mockRejectedValueOnce(new Error('The photo is gone'));
    await expect(drawing.draw(randomUUID())).rejects.toThrow('The photo is gone');
    expect([jobs.putBack.mock.calls.length, jobs.release.mock.calls.length]).toEqual([0, 1]);
  });

  it('stores its artwork once the store is back, without drawing it again', async () => {
    const { drawing, jobs, paint, finish, end } = drawingService(1);
    finish.complete.mockRejectedValueOnce(picturesUnreachable(new Error('disk full')));
    const id = randomUUID();
    const drawn = drawing.draw(id);
    await soon();
    end(id);
    await drawn;
    expect([paint.mock.calls.length, finish.complete.mock.calls.length, jobs.release.mock.calls.length]).toEqual([
      1, 2, 0,
    ]);
  });
});
