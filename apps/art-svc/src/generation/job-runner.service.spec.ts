import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { isUnreachable, picturesUnreachable } from '../images/image-store.js';
import type { GenerationInputsService } from './generation-inputs.service.js';
import { JobRunnerService } from './job-runner.service.js';
import type { JobCompletionService } from './job-completion.service.js';
import type { JobSubscribersService } from './job-subscribers.service.js';
import type { PartialPicturesRepository } from './partial-pictures.repository.js';
import { JobReconciliationService } from './job-reconciliation.service.js';
import type { JobEntity } from './job.entity.js';
import type { JobsRepository } from './jobs.repository.js';
import type { ArtworkDrawingService } from './artwork-drawing.service.js';

/** A runner and a reconciliation whose drawings end when the test calls `end`. */
function createRunner(
  slots: number,
  { abandoned = [], isStoreDown = true }: { abandoned?: string[]; isStoreDown?: boolean } = {},
) {
  const config = { ART_CONCURRENCY: slots, ART_LEASE_MS: 60_000, ART_DEADLINE_MS: 60_000 } as Config;
  const claim = async (id: string): Promise<JobEntity> =>
    ({ id, attempts: 1, deadlineAt: new Date(Date.now() + 60_000) }) as JobEntity;
  const listAbandoned = jest.fn(async (limit: number) => abandoned.slice(0, limit));
  const jobs = {
    claimJob: jest.fn(claim),
    releaseLease: jest.fn(),
    releaseWithoutAttempt: jest.fn(),
    resetClaim: jest.fn(),
    renewLease: async () => true,
    listAbandoned,
  };
  const generationInputs = {
    loadInput: jest.fn(async () => ({ input: {}, source: {} })),
    isStoreUnavailable: async (error: unknown) => isStoreDown && isUnreachable(error),
  };
  const started: string[] = [];
  const finishDrawing = new Map<string, () => void>();
  const drawArtwork = jest.fn(async (job: JobEntity, _claim: string, _input: unknown, signal: AbortSignal) => {
    started.push(job.id);
    await new Promise<void>((resolve, reject) => {
      finishDrawing.set(job.id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return {};
  });
  const jobCompletion = { completeJob: jest.fn(async () => true), failJob: jest.fn(async () => true) };
  const logger = pino({ level: 'silent' });
  const runner = new JobRunnerService(
    jobs as unknown as JobsRepository,
    generationInputs as unknown as GenerationInputsService,
    { drawArtwork } as unknown as ArtworkDrawingService,
    jobCompletion as unknown as JobCompletionService,
    config,
    logger,
  );
  const reconciliation = new JobReconciliationService(
    jobs as unknown as JobsRepository,
    runner,
    { deleteExpired: async () => undefined } as JobSubscribersService,
    { deleteExpired: async () => undefined } as PartialPicturesRepository,
    config,
    logger,
  );
  return {
    runner,
    reconciliation,
    jobs,
    generationInputs,
    drawArtwork,
    jobCompletion,
    started,
    end: (id: string) => finishDrawing.get(id)!(),
  };
}

const nextTick = (): Promise<void> => setTimeout(5);
const createIds = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('JobRunnerService', () => {
  it('starts as many jobs as there are worker slots, from queue and reconciliation together', async () => {
    const [queued, abandoned] = [createIds(2), createIds(5)];
    const { runner, reconciliation, jobs, started, end } = createRunner(3, { abandoned });
    const drawn = queued.map((id) => runner.drawJob(id));
    await nextTick();
    reconciliation.onApplicationBootstrap();
    await nextTick();
    expect([started, jobs.listAbandoned.mock.calls]).toEqual([[...queued, abandoned[0]], [[1]]]);
    const later = runner.drawJob(randomUUID());
    await nextTick();
    // It must not be claimed yet: another instance may take it.
    expect(jobs.claimJob).toHaveBeenCalledTimes(3);
    end(queued[0]!);
    await nextTick();
    expect([started.length, jobs.claimJob.mock.calls.length]).toEqual([4, 4]);
    runner.onModuleDestroy();
    await Promise.allSettled([...drawn, later]);
    await reconciliation.onModuleDestroy();
  });

  it('draws an abandoned job in order when the queue uses every worker slot', async () => {
    const [queued, abandoned] = [createIds(3), createIds(2)];
    const { runner, reconciliation, jobs, started, end } = createRunner(1, { abandoned });
    const drawn = [runner.drawJob(queued[0]!)];
    await nextTick();
    reconciliation.onApplicationBootstrap();
    await nextTick();
    drawn.push(runner.drawJob(queued[1]!), runner.drawJob(queued[2]!));
    // It waits unclaimed, so another instance may take it.
    expect([jobs.listAbandoned.mock.calls, jobs.claimJob.mock.calls.length]).toEqual([[[1]], 1]);
    end(queued[0]!);
    await nextTick();
    expect(started).toEqual([queued[0], abandoned[0]]);
    runner.onModuleDestroy();
    await Promise.allSettled(drawn);
    await reconciliation.onModuleDestroy();
  });

  it('releases its jobs when the service stops, and starts no waiting one', async () => {
    const { runner, jobs } = createRunner(1);
    const drawn = [runner.drawJob(randomUUID()), runner.drawJob(randomUUID())];
    await nextTick();
    runner.onModuleDestroy();
    expect((await Promise.allSettled(drawn)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([
      jobs.releaseWithoutAttempt.mock.calls.length,
      jobs.releaseLease.mock.calls.length,
      jobs.claimJob.mock.calls.length,
    ]).toEqual([1, 0, 1]);
  });

  it('returns a job to the queue without counting an attempt while the store is unavailable', async () => {
    const { runner, jobs, generationInputs } = createRunner(1);
    generationInputs.loadInput.mockRejectedValueOnce(picturesUnreachable(new Error('away')));
    await runner.drawJob(randomUUID());
    expect([jobs.resetClaim.mock.calls.length, jobs.releaseLease.mock.calls.length]).toEqual([1, 0]);
  });

  it('counts an attempt when only this photo can’t be read', async () => {
    const { runner, jobs, generationInputs } = createRunner(1, { isStoreDown: false });
    generationInputs.loadInput.mockRejectedValueOnce(picturesUnreachable(new Error('damaged')));
    await expect(runner.drawJob(randomUUID())).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    expect([jobs.resetClaim.mock.calls.length, jobs.releaseLease.mock.calls.length]).toEqual([0, 1]);
  });

  it('counts an attempt when the photo no longer exists', async () => {
    const { runner, jobs, generationInputs } = createRunner(1);
    generationInputs.loadInput.mockRejectedValueOnce(new Error('The photo no longer exists'));
    await expect(runner.drawJob(randomUUID())).rejects.toThrow('The photo no longer exists');
    expect([jobs.resetClaim.mock.calls.length, jobs.releaseLease.mock.calls.length]).toEqual([0, 1]);
  });

  it('saves an artwork once the store is available again, without drawing it again', async () => {
    const { runner, jobs, drawArtwork, jobCompletion, end } = createRunner(1);
    jobCompletion.completeJob.mockRejectedValueOnce(picturesUnreachable(new Error('disk full')));
    const id = randomUUID();
    const drawn = runner.drawJob(id);
    await nextTick();
    end(id);
    await drawn;
    expect([
      drawArtwork.mock.calls.length,
      jobCompletion.completeJob.mock.calls.length,
      jobs.releaseLease.mock.calls.length,
    ]).toEqual([1, 2, 0]);
  });
});
