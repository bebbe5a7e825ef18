import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { progressSchema, type Generation, type UploadedImage } from '@shop/contracts-art';
import {
  asGuest,
  asUser,
  waitFor,
  recordEvents,
  signIdentityToken,
  type TestResponse,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ImageEngine } from '../src/engines/image-engine.js';
import { DrawingQueueService } from '../src/generation/drawing-queue.service.js';
import { DrawingsRepository } from '../src/generation/drawings.repository.js';
import { ArtFixture, generate as requestArtwork, uploadedPhoto } from './support/art-fixture.js';
import { disconnect, readEvents, openProgress, openProgressOfRequest } from './support/progress-client.js';
import { petJpeg } from '@shop/art-engine/testing';

interface Drawing {
  id: string;
  status: string;
  attempts: number;
  output_image_id: string;
}

describe('a drawing of POST /api/generate', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let photo: UploadedImage;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open();
    ({ service } = fixture);
    events = await recordEvents(fixture.transport, ['artwork.completed']);
    photo = await uploadedPhoto(service, guest, await petJpeg(160, 120));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const generate = (key?: string, as = guest): Promise<TestResponse> =>
    requestArtwork(service, as, { imageUrl: photo.url }, key);
  const getDrawing = async (key: string): Promise<Drawing> =>
    (await fixture.database.query<Drawing>('SELECT * FROM ai_jobs WHERE idempotency_key = $1', [key]))[0]!;
  const waitForEnd = async (key: string, status = 'completed'): Promise<Drawing> => {
    await waitFor(async () => expect((await getDrawing(key)).status).toBe(status));
    return getDrawing(key);
  };
  /** Pauses drawings after their start until the returned function is called. */
  function pauseDrawing(): () => void {
    let resume: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const engine = service.get(ImageEngine);
    const draw = engine.draw.bind(engine);
    jest.spyOn(engine, 'draw').mockImplementation(async (...args) => {
      await paused;
      return draw(...args);
    });
    return resume;
  }
  const waitForStart = (key: string): Promise<void> =>
    waitFor(async () => expect(await getDrawing(key)).toMatchObject({ status: 'processing' }));
  const pictureOf = async (key: string): Promise<unknown> =>
    fixture.database.query(`SELECT metadata->'seed' AS seed, metadata->'sha256' AS sha256 FROM images WHERE id = $1`, [
      (await getDrawing(key)).output_image_id,
    ]);
  describe('with several instances', () => {
    it('is taken over from a killed process, with the same artwork', async () => {
      const resume = pauseDrawing();
      // All slots of this process are busy, so the other process makes the third drawing.
      const busy = [generate(), generate()];
      await waitFor(async () =>
        expect(await fixture.database.query(`SELECT FROM ai_jobs WHERE status = 'processing'`)).toHaveLength(2),
      );
      const other = fixture.startProcess();
      const key = randomUUID();
      const answer = generate(key);
      // A process that is left running would make the drawings of the other tests.
      await waitForStart(key).finally(() => other.kill('SIGKILL'));
      const killedAt = Date.now();
      expect(await getDrawing(key)).toMatchObject({ status: 'processing', attempts: 1 });
      resume();
      expect((await answer).status).toBe(201);
      expect(Date.now() - killedAt).toBeLessThan(30_000);
      expect((await getDrawing(key)).attempts).toBe(2);
      await Promise.all(busy);
      const undisturbed = randomUUID();
      await generate(undisturbed);
      expect(await pictureOf(key)).toEqual(await pictureOf(undisturbed));
    });
  });

  describe('streams its progress', () => {
    it('until the artwork is complete', async () => {
      const key = randomUUID();
      const answering = generate(key);
      const stream = openProgressOfRequest(service.url, key, guest);
      const answer = await answering;
      expect(Object.fromEntries((await stream).headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
      const sent = await readEvents(await stream);
      const steps = sent.filter(({ event }) => event === 'progress').map(({ data }) => progressSchema.parse(data));
      const percents = steps.map(({ percent }) => percent);
      expect(percents).toEqual(percents.toSorted((one, other) => one - other));
      expect(steps.length).toBeGreaterThan(0);
      expect(sent.slice(steps.length)).toEqual([{ event: 'done', data: answer.json<Generation>() }]);
    });

    it('from another instance', async () => {
      const key = randomUUID();
      const answer = await generate(key);
      const { id, output_image_id: imageId } = await getDrawing(key);
      await fixture.database.query(
        `UPDATE ai_jobs SET status = 'processing', output_image_id = NULL, completed_at = NULL, progress_percent = 0,
           deadline_at = now() + interval '1 hour' WHERE id = $1`,
        [id],
      );
      const stream = await openProgress(service.url, key, guest);
      await fixture.database.query(`UPDATE ai_jobs SET status = 'completed', output_image_id = $2 WHERE id = $1`, [
        id,
        imageId,
      ]);
      await fixture.database.query(`SELECT pg_notify('ai_jobs_changed', $1)`, [id]);
      expect((await readEvents(stream)).at(-1)).toEqual({ event: 'done', data: answer.json<Generation>() });
    });

    it('with the result alone after the end, also for the customer after the guest signed in', async () => {
      const key = randomUUID();
      const answer = await generate(key);
      const sent = await readEvents(await openProgress(service.url, key, asUser({ guestId: guest.guestId })));
      expect(sent).toEqual([{ event: 'done', data: answer.json<Generation>() }]);
    });

    it('until the error message of a failure', async () => {
      const key = randomUUID();
      jest.spyOn(service.get(ImageEngine), 'draw').mockRejectedValueOnce(new Error('no picture'));
      await generate(key);
      expect(await readEvents(await openProgress(service.url, key, guest))).toEqual([
        { event: 'failed', data: { message: 'Your artwork could not be drawn. Please try again.' } },
      ]);
    });

    it('not for an unknown key, and does not wait for it', async () => {
      const lookup = jest.spyOn(service.get(DrawingsRepository), 'findByKeyForOwner');
      const answers = await Promise.all([randomUUID(), 'no-uuid'].map((key) => openProgress(service.url, key, guest)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(lookup).toHaveBeenCalledTimes(2);
    });

    it('as soon as the caller’s own request is saved; another session does not wait for it', async () => {
      const key = randomUUID();
      const queue = service.get(DrawingQueueService);
      const enqueueDrawing = queue.enqueueDrawing.bind(queue);
      let save: () => void = () => undefined;
      const enqueue = jest.spyOn(queue, 'enqueueDrawing').mockImplementationOnce(async (...drawing) => {
        await new Promise<void>((resolve) => (save = resolve));
        return enqueueDrawing(...drawing);
      });
      const answering = generate(key);
      await waitFor(() => expect(enqueue).toHaveBeenCalled());
      const stream = openProgress(service.url, key, guest);
      expect((await openProgress(service.url, key, asGuest())).status).toBe(404);
      save();
      expect((await readEvents(await stream)).at(-1)?.event).toBe('done');
      expect((await answering).status).toBe(201);
    });

    it('after the database closed the LISTEN connection', async () => {
      const listening = `FROM pg_stat_activity WHERE application_name = 'listen ai_jobs_changed' AND datname = current_database()`;
      await fixture.database.query(`SELECT pg_terminate_backend(pid) ${listening}`);
      const key = randomUUID();
      const answering = generate(key);
      const stream = openProgressOfRequest(service.url, key, guest);
      expect((await answering).status).toBe(201);
      expect((await readEvents(await stream)).at(-1)?.event).toBe('done');
      await waitFor(async () => expect(await fixture.database.query(`SELECT ${listening}`)).toHaveLength(1));
    });
  });

  describe('is published with whether a subscriber watched its end', () => {
    const subscribersOf = (key: string) =>
      fixture.database.query(
        'SELECT s.id FROM ai_job_subscribers s JOIN ai_jobs j ON j.id = s.job_id WHERE j.idempotency_key = $1',
        [key],
      );
    const waitForSubscribers = async (key: string, count: number): Promise<void> => {
      await waitForStart(key);
      await waitFor(async () => expect(await subscribersOf(key)).toHaveLength(count));
    };
    const waitForPublished = async (key: string): Promise<unknown> => {
      const { id } = await waitForEnd(key);
      return (await events.waitForEvent('artwork.completed', ({ subject }) => subject === `artwork/${id}`)).data;
    };
    /** A request that a browser aborts when its tab is closed. */
    async function openTab(key: string): Promise<{ close: () => Promise<void> }> {
      const tab = new AbortController();
      const answer = fetch(new URL('/api/generate', service.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'x-identity-token': await signIdentityToken(guest),
        },
        body: JSON.stringify({ imageUrl: photo.url, styleKey: 'abstract' }),
        signal: tab.signal,
      }).catch(() => undefined);
      return {
        close: async () => {
          tab.abort();
          await answer;
        },
      };
    }

    it.each([
      ['no, after the client disconnected', false, false, false],
      ['no, after request and stream disconnected', true, false, false],
      ['yes, while only the stream is open', true, true, true],
    ])('%s', async (_, withStream, keepsStream, expected) => {
      const resume = pauseDrawing();
      const key = randomUUID();
      const tab = await openTab(key);
      const stream = withStream ? openProgressOfRequest(service.url, key, guest) : null;
      await waitForSubscribers(key, withStream ? 2 : 1);
      await tab.close();
      if (stream && !keepsStream) await disconnect(await stream);
      await waitForSubscribers(key, keepsStream ? 1 : 0);
      resume();
      expect(await waitForPublished(key)).toMatchObject({ watched: expected });
      if (stream && keepsStream) await (await stream).text();
      await waitFor(async () => expect(await subscribersOf(key)).toEqual([]));
    });

    it('no, when the subscriber’s instance died', async () => {
      const resume = pauseDrawing();
      const key = randomUUID();
      const tab = await openTab(key);
      await waitForSubscribers(key, 1);
      await tab.close();
      await fixture.database.query(
        `INSERT INTO ai_job_subscribers (id, job_id, expires_at) VALUES ($1, $2, now() - interval '1 millisecond')`,
        [randomUUID(), (await getDrawing(key)).id],
      );
      await waitForSubscribers(key, 1);
      resume();
      expect(await waitForPublished(key)).toMatchObject({ watched: false });
    });
  });

  describe('waits in the queue', () => {
    /**
     * With two worker slots, 90 seconds to the deadline and 15 seconds for each drawing, a drawing behind eleven others
     * ends in time.
     */
    const MAX_JOBS_BEFORE = 11;
    const FULL = [
      503,
      'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.',
      '90',
    ];
    const errorOf = ({ status, text, headers }: TestResponse) => [status, text, headers.get('retry-after')];
    const setDrawingSeconds = (seconds: number) =>
      fixture.database.query(
        `UPDATE ai_jobs SET claimed_at = completed_at - $1 * interval '1 second' WHERE status = 'completed'`,
        [seconds],
      );
    /** Inserts drawings of other customers without an event, so that no worker draws them. */
    const insertJobs = (count: number) =>
      fixture.database.query(
        `INSERT INTO ai_jobs (guest_id, input_image_id, style_key, body_hash, deadline_at)
         SELECT gen_random_uuid(), $1, 'abstract', '', now() + interval '1 hour' FROM generate_series(1, $2)`,
        [photo.id, count],
      );
    const countJobs = async (): Promise<number> => (await fixture.database.query('SELECT FROM ai_jobs')).length;
    const deleteUnfinished = () => fixture.database.query(`DELETE FROM ai_jobs WHERE status <> 'completed'`);

    beforeAll(() => generate());
    beforeEach(async () => {
      await deleteUnfinished();
      await setDrawingSeconds(15);
    });
    afterAll(() => deleteUnfinished());

    it('gets 503 with the wait and no drawing when the queue is full', async () => {
      await insertJobs(MAX_JOBS_BEFORE + 1);
      const before = await countJobs();
      const key = randomUUID();
      expect(errorOf(await generate(key))).toEqual(FULL);
      expect(await countJobs()).toBe(before);
      // Validation precedes the check of the queue.
      expect((await generate(undefined, asGuest())).text).toBe('Please upload your photo again.');
      await deleteUnfinished();
      expect((await generate(key)).status).toBe(201);
    });

    it('is not queued again by a repeated request', async () => {
      const key = randomUUID();
      const first = await generate(key);
      await setDrawingSeconds(15);
      await insertJobs(MAX_JOBS_BEFORE + 1);
      expect((await generate(key)).text).toBe(first.text);
    });

    it('with the last position given to one of several simultaneous requests', async () => {
      await insertJobs(MAX_JOBS_BEFORE);
      const answers = await Promise.all(Array.from({ length: 4 }, () => generate()));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503, 503, 503]);
      await deleteUnfinished();
      await setDrawingSeconds(15);
      await insertJobs(MAX_JOBS_BEFORE);
      const key = randomUUID();
      expect((await Promise.all([generate(key), generate(key)])).map(({ status }) => status)).toEqual([201, 201]);
    });

    it('in a longer queue while another instance is alive', async () => {
      const instance = randomUUID();
      await insertJobs(MAX_JOBS_BEFORE + 1);
      await fixture.database.query(
        `INSERT INTO worker_capacity (instance_id, slots, expires_at) VALUES ($1, 2, now() - interval '1 second')`,
        [instance],
      );
      expect(errorOf(await generate())).toEqual(FULL);
      await fixture.database.query(
        `UPDATE worker_capacity SET expires_at = now() + interval '1 minute' WHERE instance_id = $1`,
        [instance],
      );
      expect((await generate()).status).toBe(201);
      await fixture.database.query('DELETE FROM worker_capacity WHERE instance_id = $1', [instance]);
    });
  });
});
