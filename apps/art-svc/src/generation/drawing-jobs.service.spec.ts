import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { JobInterrupted, OutageError } from '@shop/jobs';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { ImageStore, picturesUnreachable } from '../images/image-store.js';
import type { ArtworkDrawingService } from './artwork-drawing.service.js';
import { DrawingJobsService } from './drawing-jobs.service.js';
import type { JobCompletionService } from './job-completion.service.js';
import { MAX_ATTEMPTS } from './job-status.rules.js';
import type { JobEntity } from './job.entity.js';
import type { JobsRepository } from './jobs.repository.js';

/** Draws until the test calls `end`, or until an abort. */
function createDrawing({ isStoreDown = true, deadlineMs = 60_000 } = {}) {
  const startDrawing = jest.fn(
    async (id: string, attempts: number): Promise<JobEntity | null> =>
      ({ id, attempts, deadlineAt: new Date(Date.now() + deadlineMs) }) as JobEntity,
  );
  const resetStart = jest.fn();
  const loadInput = jest.fn(async () => ({ input: {}, source: {} }));
  let end: () => void = () => undefined;
  const drawArtwork = jest.fn(async (_job: JobEntity, _input: unknown, { signal }: { signal: AbortSignal }) => {
    await new Promise<void>((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return {};
  });
  const jobCompletion = { completeJob: jest.fn(async () => true), failJob: jest.fn(async () => true) };
  const check = (): Promise<void> => (isStoreDown ? Promise.reject(new Error('away')) : Promise.resolve());
  const store: ImageStore = Object.assign(Object.create(ImageStore.prototype) as ImageStore, { check });
  const service = new DrawingJobsService(
    { startDrawing, resetStart } as unknown as JobsRepository,
    { loadInput, drawArtwork } as unknown as ArtworkDrawingService,
    jobCompletion as unknown as JobCompletionService,
    store,
    { ART_DEADLINE_MS: 60_000 } as Config,
    pino({ level: 'silent' }),
  );
  const shutdown = new AbortController();
  const jobId = randomUUID();
  const drawJob = (attempt = 1): Promise<unknown> =>
    service.drawJob({ jobId }, { signal: shutdown.signal, attempt, isLastAttempt: false }).then(
      () => 'done',
      (error: unknown) => error,
    );
  return {
    jobId,
    drawJob,
    shutdown,
    startDrawing,
    resetStart,
    loadInput,
    drawArtwork,
    jobCompletion,
    end: () => end(),
  };
}

const nextTick = (): Promise<void> => setTimeout(5);

describe('DrawingJobsService', () => {
  it('leaves an interrupted job to the next run', async () => {
    const { drawJob, shutdown, jobCompletion, resetStart } = createDrawing();
    const drawn = drawJob();
    await nextTick();
    const reason = new JobInterrupted('stop');
    shutdown.abort(reason);
    expect(await drawn).toBe(reason);
    expect([jobCompletion.failJob, jobCompletion.completeJob, resetStart].map(({ mock }) => mock.calls.length)).toEqual(
      [0, 0, 0],
    );
  });

  it('does nothing where the job is finished', async () => {
    const { drawJob, startDrawing, loadInput, jobCompletion } = createDrawing();
    startDrawing.mockResolvedValueOnce(null);
    expect(await drawJob()).toBe('done');
    expect([loadInput.mock.calls.length, jobCompletion.failJob.mock.calls.length]).toEqual([0, 0]);
  });

  it('fails a job without drawing if the process ended during each attempt', async () => {
    const { drawJob, jobId, loadInput, jobCompletion } = createDrawing();
    expect(await drawJob(MAX_ATTEMPTS + 1)).toBe('done');
    expect(loadInput).not.toHaveBeenCalled();
    expect(jobCompletion.failJob.mock.calls).toEqual([[jobId, 'engine-failed', { attempt: MAX_ATTEMPTS + 1 }]]);
  });

  it('fails a job that is not drawn at its deadline', async () => {
    const { drawJob, jobId, jobCompletion } = createDrawing({ deadlineMs: 10 });
    expect(await drawJob()).toBe('done');
    expect(jobCompletion.failJob.mock.calls).toEqual([[jobId, 'timed-out', { attempt: 1 }]]);
  });

  it('returns a job to the queue without counting an attempt while the store is unavailable', async () => {
    const { drawJob, loadInput, resetStart } = createDrawing();
    loadInput.mockRejectedValueOnce(picturesUnreachable(new Error('away')));
    expect(await drawJob()).toBeInstanceOf(OutageError);
    expect(resetStart).toHaveBeenCalledTimes(1);
  });

  it('counts an attempt when only this photo can’t be read', async () => {
    const { drawJob, loadInput, resetStart } = createDrawing({ isStoreDown: false });
    const cause = picturesUnreachable(new Error('damaged'));
    loadInput.mockRejectedValueOnce(cause);
    // The cause alone would count as an outage.
    expect(await drawJob()).toMatchObject({ name: 'BrokenFileError', cause });
    expect(resetStart).not.toHaveBeenCalled();
  });

  it('counts an attempt when the photo no longer exists', async () => {
    const { drawJob, loadInput, resetStart } = createDrawing();
    const error = new Error('The photo no longer exists');
    loadInput.mockRejectedValueOnce(error);
    expect(await drawJob()).toBe(error);
    expect(resetStart).not.toHaveBeenCalled();
  });

  it('saves an artwork once the store is available again, without drawing it again', async () => {
    const { drawJob, drawArtwork, jobCompletion, end } = createDrawing();
    jobCompletion.completeJob.mockRejectedValueOnce(picturesUnreachable(new Error('disk full')));
    const drawn = drawJob();
    await nextTick();
    end();
    expect(await drawn).toBe('done');
    expect([drawArtwork.mock.calls.length, jobCompletion.completeJob.mock.calls.length]).toEqual([1, 2]);
  });

  it('fails a job whose artwork can’t be saved until the deadline', async () => {
    const { drawJob, jobId, jobCompletion, end } = createDrawing({ deadlineMs: 300 });
    jobCompletion.completeJob.mockRejectedValue(picturesUnreachable(new Error('away')));
    const drawn = drawJob();
    await nextTick();
    end();
    expect(await drawn).toBe('done');
    expect(jobCompletion.failJob.mock.calls).toEqual([[jobId, 'timed-out', { attempt: 1 }]]);
  });
});
