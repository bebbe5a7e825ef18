import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { artworkRequested, progressSchema, type Generation, type UploadedImage } from '@shop/contracts/art';
import {
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  signIdentityToken,
  type Answer,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ImageEngine } from '../src/engines/image-engine.js';
import { JobRunnerService } from '../src/generation/job-runner.service.js';
import { JobReconciliationService } from '../src/generation/job-reconciliation.service.js';
import { ArtFixture, generate as call, uploadedPhoto } from './support/art-fixture.js';
import { disconnect, readEvents, openProgress } from './support/progress-client.js';
import { petJpeg } from './support/pet-photo.js';

interface Job {
  id: string;
  status: string;
  attempts: number;
  output_image_id: string;
}

describe('a job of POST /api/generate', () => {
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

  const generate = (key?: string, as = guest): Promise<Answer> => call(service, as, { imageUrl: photo.url }, key);
  const jobOf = async (key: string): Promise<Job> =>
    (await fixture.database.query<Job>('SELECT * FROM ai_jobs WHERE idempotency_key = $1', [key]))[0]!;
  const ended = async (key: string, status = 'completed'): Promise<Job> => {
    await eventually(async () => expect((await jobOf(key)).status).toBe(status));
    return jobOf(key);
  };
  /** Drawings begin, and go on when the function that is returned is called. */
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
  const processing = (key: string): Promise<void> =>
    eventually(async () => expect(await jobOf(key)).toMatchObject({ status: 'processing' }));
  /** As another instance would have it: one that is alive, or died. */
  const claimElsewhere = (key: string, lease: string) =>
    fixture.database.query(
      `UPDATE ai_jobs SET status = 'processing', output_image_id = NULL, completed_at = NULL, claimed_by = gen_random_uuid(), progress_percent = 0,
         lease_expires_at = now() + $2::interval, deadline_at = now() + interval '1 hour' WHERE idempotency_key = $1`,
      [key, lease],
    );

  describe('at several instances', () => {
    it('is drawn once, however often its message is delivered', async () => {
      const resume = pauseDrawing();
      const key = randomUUID();
      const answer = generate(key);
      await processing(key);
      const { id } = await jobOf(key);
      await publishEvent(fixture.transport, artworkRequested, {
        subject: `artwork/${id}`,
        data: { jobId: id },
        times: 2,
      });
      await service.get(JobRunnerService).drawJob(id);
      resume();
      expect((await answer).status).toBe(201);
      expect((await jobOf(key)).attempts).toBe(1);
      const copies = await fixture.database.query(`SELECT FROM images WHERE metadata->>'sourceImageId' = $1`, [
        photo.id,
      ]);
      const jobs = await fixture.database.query(`SELECT FROM ai_jobs WHERE status = 'completed'`);
      expect(copies).toHaveLength(jobs.length);
    });

    it('is taken over from an instance that died, and ends with the same artwork', async () => {
      const key = randomUUID();
      await generate(key);
      const pictureOf = async (): Promise<unknown> =>
        fixture.database.query(
          `SELECT metadata->'seed' AS seed, metadata->'sha256' AS sha256 FROM images WHERE id = $1`,
          [(await jobOf(key)).output_image_id],
        );
      const undisturbed = await pictureOf();
      await claimElsewhere(key, '-1 second');
      service.get(JobReconciliationService).onApplicationBootstrap();
      expect((await ended(key)).attempts).toBe(2);
      expect(await pictureOf()).toEqual(undisturbed);
    });

    it('is left to an instance that is alive', async () => {
      const key = randomUUID();
      await generate(key);
      await claimElsewhere(key, '1 hour');
      await service.get(JobRunnerService).drawJob((await jobOf(key)).id);
      expect(await jobOf(key)).toMatchObject({ status: 'processing', attempts: 1 });
    });
  });

  describe('streams its progress', () => {
    it('up to the artwork', async () => {
      const key = randomUUID();
      // Asked for first, as a browser may be quicker with the stream than with the call.
      const stream = openProgress(service.url, key, guest);
      const answer = await generate(key);
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
      const { id, output_image_id: imageId } = await jobOf(key);
      await claimElsewhere(key, '1 hour');
      const stream = await openProgress(service.url, key, guest);
      await fixture.database.query(`UPDATE ai_jobs SET status = 'completed', output_image_id = $2 WHERE id = $1`, [
        id,
        imageId,
      ]);
      await fixture.database.query(`SELECT pg_notify('ai_jobs_changed', $1)`, [id]);
      expect((await readEvents(stream)).at(-1)).toEqual({ event: 'done', data: answer.json<Generation>() });
    });

    it('as its end alone where it is asked for after the end, also by the customer the guest became', async () => {
      const key = randomUUID();
      const answer = await generate(key);
      const sent = await readEvents(await openProgress(service.url, key, asUser({ guestId: guest.guestId })));
      expect(sent).toEqual([{ event: 'done', data: answer.json<Generation>() }]);
    });

    it('up to the message of a failure', async () => {
      const key = randomUUID();
      jest.spyOn(service.get(ImageEngine), 'draw').mockRejectedValueOnce(new Error('no picture'));
      await generate(key);
      expect(await readEvents(await openProgress(service.url, key, guest))).toEqual([
        { event: 'failed', data: { message: 'Your artwork could not be drawn. Please try again.' } },
      ]);
    });

    it('not for an unknown key', async () => {
      const answers = await Promise.all([randomUUID(), 'no-uuid'].map((key) => openProgress(service.url, key, guest)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    });

    it('again after the database cut the connection that it listens on', async () => {
      const listening = `FROM pg_stat_activity WHERE application_name = 'listen ai_jobs_changed' AND datname = current_database()`;
      await fixture.database.query(`SELECT pg_terminate_backend(pid) ${listening}`);
      const key = randomUUID();
      const stream = openProgress(service.url, key, guest);
      expect((await generate(key)).status).toBe(201);
      expect((await readEvents(await stream)).at(-1)?.event).toBe('done');
      await eventually(async () => expect(await fixture.database.query(`SELECT ${listening}`)).toHaveLength(1));
    });
  });

  describe('is published with whether somebody watched its end', () => {
    const watchers = (key: string) =>
      fixture.database.query(
        'SELECT w.id FROM ai_job_subscribers w JOIN ai_jobs j ON j.id = w.job_id WHERE j.idempotency_key = $1',
        [key],
      );
    const watched = async (key: string, count: number): Promise<void> => {
      await processing(key);
      await eventually(async () => expect(await watchers(key)).toHaveLength(count));
    };
    const publishedOf = async (key: string): Promise<unknown> => {
      const { id } = await ended(key);
      return (await events.next('artwork.completed', ({ subject }) => subject === `artwork/${id}`)).data;
    };
    /** A call that a browser aborts when its tab is closed. */
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
      ['nobody, where the caller went away', false, false, false],
      ['nobody, where the call and the stream were abandoned', true, false, false],
      ['somebody, where only the stream is still open', true, true, true],
    ])('%s', async (_, withStream, keepsStream, expected) => {
      const resume = pauseDrawing();
      const key = randomUUID();
      const stream = withStream ? openProgress(service.url, key, guest) : null;
      const tab = await openTab(key);
      await watched(key, withStream ? 2 : 1);
      await tab.close();
      if (stream && !keepsStream) await disconnect(await stream);
      await watched(key, keepsStream ? 1 : 0);
      resume();
      expect(await publishedOf(key)).toMatchObject({ watched: expected });
      if (stream && keepsStream) await (await stream).text();
      await eventually(async () => expect(await watchers(key)).toEqual([]));
    });

    it('nobody, where the watcher’s instance died', async () => {
      const resume = pauseDrawing();
      const key = randomUUID();
      const tab = await openTab(key);
      await watched(key, 1);
      await tab.close();
      await fixture.database.query(
        `INSERT INTO ai_job_subscribers (id, job_id, expires_at) VALUES ($1, $2, now() - interval '1 millisecond')`,
        [randomUUID(), (await jobOf(key)).id],
      );
      await watched(key, 1);
      resume();
      expect(await publishedOf(key)).toMatchObject({ watched: false });
    });
  });

  describe('waits in a queue', () => {
    /** Two worker slots, 90 seconds to the deadline, 15 seconds a drawing: behind eleven others a job still ends in time. */
    const MOST_BEFORE = 11;
    const FULL = [
      503,
      'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.',
      '90',
    ];
    const errorOf = ({ status, text, headers }: Answer) => [status, text, headers.get('retry-after')];
    const drawingsTook = (seconds: number) =>
      fixture.database.query(
        `UPDATE ai_jobs SET claimed_at = completed_at - $1 * interval '1 second' WHERE status = 'completed'`,
        [seconds],
      );
    /** Others' jobs that nobody draws: rows without a message. */
    const enqueue = (count: number) =>
      fixture.database.query(
        `INSERT INTO ai_jobs (guest_id, input_image_id, style_key, body_hash, deadline_at)
         SELECT gen_random_uuid(), $1, 'abstract', '', now() + interval '1 hour' FROM generate_series(1, $2)`,
        [photo.id, count],
      );
    const jobs = async (): Promise<number> => (await fixture.database.query('SELECT FROM ai_jobs')).length;
    const clear = () => fixture.database.query(`DELETE FROM ai_jobs WHERE status <> 'completed'`);

    beforeAll(() => generate());
    beforeEach(async () => {
      await clear();
      await drawingsTook(15);
    });
    afterAll(() => clear());

    it('that is full: 503 with the time to wait, and no job', async () => {
      await enqueue(MOST_BEFORE + 1);
      const before = await jobs();
      const key = randomUUID();
      expect(errorOf(await generate(key))).toEqual(FULL);
      expect(await jobs()).toBe(before);
      // An invalid request is answered first.
      expect((await generate(undefined, asGuest())).text).toBe('Please upload your photo again.');
      await clear();
      expect((await generate(key)).status).toBe(201);
    });

    it('that a repeated call does not enter again', async () => {
      const key = randomUUID();
      const first = await generate(key);
      await drawingsTook(15);
      await enqueue(MOST_BEFORE + 1);
      expect((await generate(key)).text).toBe(first.text);
    });

    it('as long as the latest drawings took', async () => {
      await enqueue(MOST_BEFORE + 1);
      await drawingsTook(20);
      expect(errorOf(await generate())).toEqual([503, expect.any(String), '120']);
      await drawingsTook(12);
      expect((await generate()).status).toBe(201);
    });

    it('whose last place is given once to simultaneous calls', async () => {
      await enqueue(MOST_BEFORE);
      const answers = await Promise.all(Array.from({ length: 4 }, () => generate()));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503, 503, 503]);
      await clear();
      await drawingsTook(15);
      await enqueue(MOST_BEFORE);
      const key = randomUUID();
      expect((await Promise.all([generate(key), generate(key)])).map(({ status }) => status)).toEqual([201, 201]);
    });

    it('that is longer while another instance is alive', async () => {
      const instance = randomUUID();
      await enqueue(MOST_BEFORE + 1);
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
