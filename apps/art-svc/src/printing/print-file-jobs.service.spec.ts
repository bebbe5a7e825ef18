import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { JobInterrupted, OutageError } from '@shop/jobs';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { toJobError } from '../images/job-errors.js';
import { ImageStore, picturesUnreachable } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import type { PrintDrawingService } from './print-drawing.service.js';
import type { PrintFileCompletionService } from './print-file-completion.service.js';
import { PrintFileJobsService } from './print-file-jobs.service.js';
import type { PrintFileEntity } from './print-file.entity.js';
import { MAX_ATTEMPTS } from './print-file.rules.js';
import type { PrintFilesRepository } from './print-files.repository.js';

/** Runs an attempt whose drawing fails with `error`. Returns what it was rejected with, and how often the print file was marked as failed. */
async function runFailingAttempt({
  error = new Error('no'),
  isStoreDown = true,
  attempt = 1,
  signal = new AbortController().signal,
} = {}): Promise<{ rejection: unknown; drawn: number; failed: number }> {
  const startAttempt = async (orderItemId: string): Promise<PrintFileEntity> =>
    ({
      orderItemId,
      artworkId: randomUUID(),
      attempts: attempt,
      print: {},
      design: {},
      file: null,
    }) as unknown as PrintFileEntity;
  const drawPrintFile = jest.fn(() => Promise.reject(error));
  const check = (): Promise<void> => (isStoreDown ? Promise.reject(new Error('away')) : Promise.resolve());
  const store: ImageStore = Object.assign(Object.create(ImageStore.prototype) as ImageStore, { check });
  const drawing = {
    drawPrintFile,
    toJobError: (failure: unknown, retryAfterMs: number) => toJobError(store, failure, retryAfterMs),
  };
  const failPrintFile = jest.fn();
  const runner = new PrintFileJobsService(
    { startAttempt } as unknown as PrintFilesRepository,
    { findActive: async () => ({}) } as unknown as ImagesRepository,
    drawing as unknown as PrintDrawingService,
    { failPrintFile } as unknown as PrintFileCompletionService,
    { PRINT_RETRY_MS: 1_000 } as Config,
    pino({ level: 'silent' }),
  );
  const rejection = await runner
    .runJob({ orderItemId: randomUUID() }, { signal, attempt, isLastAttempt: false })
    .then(() => null)
    .catch((reason: unknown) => reason);
  return { rejection, drawn: drawPrintFile.mock.calls.length, failed: failPrintFile.mock.calls.length };
}

describe('PrintFileJobsService', () => {
  it('does not count an attempt while the store is unavailable', async () => {
    const error = picturesUnreachable(new Error('away'));
    const { rejection, failed } = await runFailingAttempt({ error, attempt: MAX_ATTEMPTS });
    expect(rejection).toBeInstanceOf(OutageError);
    expect(rejection).toMatchObject({ retryAfterMs: 8_000 });
    expect(failed).toBe(0);
  });

  it('counts an attempt that one file fails, and fails the print file after the last', async () => {
    const error = picturesUnreachable(new Error('damaged'));
    expect(await runFailingAttempt({ error, isStoreDown: false })).toMatchObject({
      // The cause alone would count as an outage.
      rejection: { name: 'BrokenFileError', cause: error },
      failed: 0,
    });
    expect(await runFailingAttempt({ error, isStoreDown: false, attempt: MAX_ATTEMPTS })).toMatchObject({
      rejection: null,
      failed: 1,
    });
  });

  it('fails a print file without drawing if the process ended during each attempt', async () => {
    expect(await runFailingAttempt({ attempt: MAX_ATTEMPTS + 1 })).toEqual({ rejection: null, drawn: 0, failed: 1 });
  });

  it('leaves an interrupted job to the next run, even in its last attempt', async () => {
    const error = new Error('aborted');
    const signal = AbortSignal.abort(new JobInterrupted('stop'));
    expect(await runFailingAttempt({ error, signal, attempt: MAX_ATTEMPTS })).toMatchObject({
      rejection: error,
      failed: 0,
    });
  });
});
