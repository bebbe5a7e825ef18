import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { progressSchema, type Generation, type UploadedImage } from '@shop/contracts/art';
import { anyTransport, asGuest, asUser, eventually, type Answer, type TestService } from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { eventsOf, leave, openProgress } from './event-source.js';
import { petJpeg } from './pet-photo.js';

describe('GET /api/generate/:key/progress', () => {
  let fixture: ArtFixture;
  let here: TestService;
  let there: TestService;
  let photo: UploadedImage;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    [here, there] = [await fixture.start(), await fixture.start()];
    photo = await uploaded(here, guest, await petJpeg());
  });
  afterAll(() => fixture.close());

  const generate = (key: string, imageUrl = photo.url): Promise<Answer> =>
    here.call('POST', '/api/generate', {
      as: guest,
      body: { imageUrl, styleKey: 'cyberpunk' },
      headers: { 'idempotency-key': key },
    });

  it('streams the progress through any instance, up to the artwork', async () => {
    const key = randomUUID();
    // The streams are asked for first, as a browser may be quicker with them than with the call.
    const streams = Promise.all([openProgress(here.url, key, guest), openProgress(there.url, key, guest)]);
    const answer = await generate(key);
    for (const stream of await streams) {
      expect(Object.fromEntries(stream.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
      const events = await eventsOf(stream);
      const steps = events.filter(({ event }) => event === 'progress').map(({ data }) => progressSchema.parse(data));
      expect(steps.length).toBeGreaterThanOrEqual(3);
      expect(steps.map(({ percent }) => percent)).toEqual(
        steps.map(({ percent }) => percent).sort((one, other) => one - other),
      );
      expect(new Set(steps.map(({ stage }) => stage)).size).toBeGreaterThanOrEqual(3);
      expect(events.at(-1)).toEqual({ event: 'done', data: answer.json<Generation>() });
      expect(events.filter(({ event }) => event !== 'progress')).toHaveLength(1);
    }
  });

  it('says the end at once where it is asked for after the end, also to the customer the guest became', async () => {
    const key = randomUUID();
    const answer = await generate(key);
    const events = await eventsOf(await openProgress(there.url, key, asUser({ guestId: guest.guestId })));
    expect(events).toEqual([{ event: 'done', data: answer.json<Generation>() }]);
  });

  it('ends with the sentence of a failure', async () => {
    const broken = await uploaded(here, guest, await petJpeg());
    await writeFile(
      join(fixture.folder, 'images', 'originals', broken.id.slice(0, 2), `${broken.id}.jpg`),
      'no picture',
    );
    const key = randomUUID();
    const stream = openProgress(there.url, key, guest);
    await generate(key, broken.url);
    expect((await eventsOf(await stream)).at(-1)).toEqual({
      event: 'failed',
      data: { message: 'Your artwork could not be drawn. Please try again.' },
    });
  });

  it('knows nothing of an unknown key, nor of another session’s', async () => {
    const key = randomUUID();
    await generate(key);
    const answers = await Promise.all([
      openProgress(here.url, randomUUID(), guest),
      openProgress(here.url, key, asGuest()),
      openProgress(here.url, 'no-uuid', guest),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await answers[1].text()).toBe('Not found');
  });

  it('is not for somebody without a session', async () => {
    expect((await here.call('GET', `/api/generate/${randomUUID()}/progress`)).status).toBe(401);
  });

  it('goes on telling after the database cut the connection it listens on', async () => {
    const listening = () =>
      fixture.database.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'listen ai_jobs_moved' AND datname = current_database()`,
      );
    await fixture.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listen ai_jobs_moved' AND datname = current_database()`,
    );
    const key = randomUUID();
    const stream = openProgress(there.url, key, guest);
    expect((await generate(key)).status).toBe(201);
    expect((await eventsOf(await stream)).at(-1)?.event).toBe('done');
    await eventually(async () => expect(await listening()).toHaveLength(2));
  });

  it('forgets a listener that went away', async () => {
    const key = randomUUID();
    const stream = openProgress(here.url, key, guest);
    const answer = generate(key);
    await leave(await stream);
    expect((await answer).status).toBe(201);
  });
});
