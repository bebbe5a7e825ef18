import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { JobInterrupted, OutageError } from '@shop/jobs';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { ImageStore, picturesUnreachable } from '../images/image-store.js';
import type { ArtworkDrawingService } from './artwork-drawing.service.js';
import { DrawingJobsService } from './drawing-jobs.service.js';
import type { DrawingCompletionService } from './drawing-completion.service.js';
import { MAX_ATTEMPTS } from './drawing-status.rules.js';
import type { DrawingEntity } from './drawing.entity.js';
import type { DrawingsRepository } from './drawings.repository.js';

/** Draws until the test calls `end`, or until an abort. */
function createDrawing({ isStoreDown = true, deadlineMs = 60_000 } = {}) {
  const startDrawing = jest.fn(
    async (id: string, attempts: number): Promise<DrawingEntity | null> =>
      ({ id, attempts, deadlineAt: new Date(Date.now() + deadlineMs) }) as DrawingEntity,
  );
  const resetStart = jest.fn();
  const loadInput = jest.fn(async () => ({ input: {}, source: {} }));
  let end: () => void = () => undefined;
  const drawArtwork = jest.fn(async (_job: DrawingEntity, _input: unknown, { signal }: { signal: AbortSignal }) => {
    await new Promise<void>((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return {};
  });
  const drawingCompletion = { completeDrawing: jest.fn(async () => true), failDrawing: jest.fn(async () => true) };
  const check = (): Promise<void> => (isStoreDown ? Promise.reject(new Error('away')) : Promise.resolve());
  const store: ImageStore = Object.assign(Object.create(ImageStore.prototype) as ImageStore, { check });
  const service = new DrawingJobsService(
    { startDrawing, resetStart } as unknown as DrawingsRepository,
    { loadInput, drawArtwork } as unknown as ArtworkDrawingService,
    drawingCompletion as unknown as DrawingCompletionService,
    store,
    { ART_DEADLINE_MS: 60_000 } as Config,
    pino({ level: 'silent' }),
  );
  const shutdown = new AbortController();
  const drawingId = randomUUID();
  const runJob = (attempt = 1): Promise<unknown> =>
    service.runJob({ drawingId }, { signal: shutdown.signal, attempt, isLastAttempt: false }).then(
      () => 'done',
      (error: unknown) => error,
    );
  return {
    drawingId,
    runJob,
    shutdown,
    startDrawing,
    resetStart,
    loadInput,
    drawArtwork,
    drawingCompletion,
    end: () => end(),
  };
}

const nextTick = (): Promise<void> => setTimeout(5);

describe('DrawingJobsService', () => {
  it('leaves an interrupted job to the next run', async () => {
    const { runJob, shutdown, drawingCompletion, resetStart } = createDrawing();
    const drawn = runJob();
    await nextTick();
    const reason = new JobInterrupted('stop');
    shutdown.abort(reason);
    expect(await drawn).toBe(reason);
    expect(
      [drawingCompletion.failDrawing, drawingCompletion.completeDrawing, resetStart].map(
        ({ mock }) => mock.calls.length,
      ),
    ).toEqual([0, 0, 0]);
  });

  it('does nothing where the drawing is finished', async () => {
    const { runJob, startDrawing, loadInput, drawingCompletion } = createDrawing();
    startDrawing.mockResolvedValueOnce(null);
    expect(await runJob()).toBe('done');
    expect([loadInput.mock.calls.length, drawingCompletion.failDrawing.mock.calls.length]).toEqual([0, 0]);
  });

  it('fails a drawing without drawing if the process ended during each attempt', async () => {
    const { runJob, drawingId, loadInput, drawingCompletion } = createDrawing();
    expect(await runJob(MAX_ATTEMPTS + 1)).toBe('done');
    expect(loadInput).not.toHaveBeenCalled();
    expect(drawingCompletion.failDrawing.mock.calls).toEqual([
      [drawingId, 'engine-failed', { attempt: MAX_ATTEMPTS + 1 }],
    ]);
  });

  it('fails a drawing that is not made by its deadline', async () => {
    const { runJob, drawingId, drawingCompletion } = createDrawing({ deadlineMs: 10 });
    expect(await runJob()).toBe('done');
    expect(drawingCompletion.failDrawing.mock.calls).toEqual([[drawingId, 'timed-out', { attempt: 1 }]]);
  });

  it('returns a job to the queue without counting an attempt while the store is unavailable', async () => {
    const { runJob, loadInput, resetStart } = createDrawing();
    loadInput.mockRejectedValueOnce(picturesUnreachable(new Error('away')));
    expect(await runJob()).toBeInstanceOf(OutageError);
    expect(resetStart).toHaveBeenCalledTimes(1);
  });

  it('counts an attempt when only this photo can’t be read', async () => {
    const { runJob, loadInput, resetStart } = createDrawing({ isStoreDown: false });
    const cause = picturesUnreachable(new Error('damaged'));
    loadInput.mockRejectedValueOnce(cause);
    // The cause alone would count as an outage.
    expect(await runJob()).toMatchObject({ name: 'BrokenFileError', cause });
    expect(resetStart).not.toHaveBeenCalled();
  });

  it('counts an attempt when the photo no longer exists', async () => {
    const { runJob, loadInput, resetStart } = createDrawing();
    const error = new Error('The photo no longer exists');
    loadInput.mockRejectedValueOnce(error);
    expect(await runJob()).toBe(error);
    expect(resetStart).not.toHaveBeenCalled();
  });

  it('saves an artwork once the store is available again, without drawing it again', async () => {
    const { runJob, drawArtwork, drawingCompletion, end } = createDrawing();
    drawingCompletion.completeDrawing.mockRejectedValueOnce(picturesUnreachable(new Error('disk full')));
    const drawn = runJob();
    await nextTick();
    end();
    expect(await drawn).toBe('done');
    expect([drawArtwork.mock.calls.length, drawingCompletion.completeDrawing.mock.calls.length]).toEqual([1, 2]);
  });

  it('fails a drawing whose artwork can’t be saved until the deadline', async () => {
    const { runJob, drawingId, drawingCompletion, end } = createDrawing({ deadlineMs: 300 });
    drawingCompletion.completeDrawing.mockRejectedValue(picturesUnreachable(new Error('away')));
    const drawn = runJob();
    await nextTick();
    end();
    expect(await drawn).toBe('done');
    expect(drawingCompletion.failDrawing.mock.calls).toEqual([[drawingId, 'timed-out', { attempt: 1 }]]);
  });
});
