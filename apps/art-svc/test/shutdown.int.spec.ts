import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { orderPaid } from '@shop/contracts-order';
import { asGuest, waitFor, publishEvent } from '@shop/testing';
import { ImageEngine } from '../src/engines/image-engine.js';
import { RenderWorkerPool } from '../src/printing/render-worker-pool.js';
import { ArtFixture, generate, uploadedPhoto } from './support/art-fixture.js';
import { createPaidItem, createPaidOrder, insertArtwork } from './support/paid-order.js';
import { petJpeg } from '@shop/art-engine/testing';

/** A drawing that only an abort ends. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

describe('an instance that shuts down', () => {
  let fixture: ArtFixture;
  beforeAll(async () => (fixture = await ArtFixture.open()));
  afterAll(() => fixture.close());

  it('releases its jobs at once, without counting an attempt, and responds to waiting clients', async () => {
    const { service, database } = fixture;
    const guest = asGuest();
    jest.spyOn(service.get(ImageEngine), 'draw').mockImplementation((_, __, signal) => untilAborted(signal));
    jest.spyOn(service.get(RenderWorkerPool), 'renderPrint').mockImplementation((_, signal) => untilAborted(signal));
    const { url: imageUrl } = await uploadedPhoto(service, guest, await petJpeg(160, 120));
    const answer = generate(service, guest, { imageUrl }, randomUUID());
    const order = createPaidOrder([createPaidItem(await insertArtwork(fixture, guest))]);
    await publishEvent(fixture.transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
    const jobs = () =>
      database.query(
        `SELECT task_identifier AS task, locked_by IS NULL AS free, attempts FROM graphile_worker.jobs
         WHERE task_identifier IN ('art.draw', 'art.print-file') ORDER BY task`,
      );
    const drawings = () => database.query('SELECT status, attempts FROM ai_jobs');
    await waitFor(async () =>
      expect([await jobs(), await drawings()]).toEqual([
        [
          { task: 'art.draw', free: false, attempts: 1 },
          { task: 'art.print-file', free: false, attempts: 1 },
        ],
        [{ status: 'processing', attempts: 1 }],
      ]),
    );

    await fixture.stop();

    expect([await jobs(), await drawings()]).toEqual([
      [
        { task: 'art.draw', free: true, attempts: 0 },
        { task: 'art.print-file', free: true, attempts: 0 },
      ],
      [{ status: 'processing', attempts: 1 }],
    ]);
    expect(await answer).toMatchObject({
      status: 503,
      text: 'Your artwork is still being drawn. Please try again in a moment.',
    });
    expect(await database.query('SELECT FROM worker_capacity')).toEqual([]);
  });
});
