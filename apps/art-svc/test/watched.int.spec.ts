import { randomUUID } from 'node:crypto';
import type { UploadedImage } from '@shop/contracts/art';
import {
  anyTransport,
  asGuest,
  eventually,
  recordEvents,
  signIdentityToken,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { leave, openProgress } from './event-source.js';
import { petJpeg } from './pet-photo.js';

describe('artwork.completed', () => {
  let fixture: ArtFixture;
  let here: TestService;
  let there: TestService;
  let events: EventRecorder;
  let photo: UploadedImage;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    events = await recordEvents(fixture.transport, ['artwork.completed']);
    [here, there] = [await fixture.start(), await fixture.start()];
    // Large, so that there is time to go away while it is drawn.
    photo = await uploaded(here, guest, await petJpeg(2000, 1500));
  });
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const ask = async (key: string, signal: AbortSignal): Promise<number | 'gone'> => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-identity-token': await signIdentityToken(guest),
    };
    const body = JSON.stringify({ imageUrl: photo.url, styleKey: 'minimalistic' });
    return fetch(new URL('/api/generate', here.url), { method: 'POST', headers, body, signal }).then(
      ({ status }) => status,
      () => 'gone',
    );
  };
  const watchers = (key: string) =>
    fixture.database.query<{ id: string; job_id: string }>(
      'SELECT w.id, w.job_id FROM ai_job_watchers w JOIN ai_jobs j ON j.id = w.job_id WHERE j.idempotency_key = $1',
      [key],
    );
  /** Resolves when the drawing has begun and so many wait for it. */
  const begun = (key: string, waiting: number) =>
    eventually(
      async () => {
        expect(await fixture.database.query('SELECT status FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
          { status: 'processing' },
        ]);
        expect(await watchers(key)).toHaveLength(waiting);
      },
      { everyMs: 5 },
    );
  const toldOf = async (key: string) => {
    const job = await eventually(async () => {
      const [row] = await fixture.database.query<{ id: string; status: string }>(
        'SELECT id, status FROM ai_jobs WHERE idempotency_key = $1',
        [key],
      );
      expect(row?.status).toBe('completed');
      return row;
    });
    return (await events.next('artwork.completed', ({ subject }) => subject === `artwork/${job?.id}`)).data;
  };

  it('says that somebody saw the end, and leaves nobody counted', async () => {
    const key = randomUUID();
    expect(await ask(key, new AbortController().signal)).toBe(201);
    expect(await toldOf(key)).toMatchObject({ watched: true });
    expect(await watchers(key)).toEqual([]);
  });

  it('says that nobody saw it where the caller went away', async () => {
    const [key, tab] = [randomUUID(), new AbortController()];
    const answer = ask(key, tab.signal);
    await begun(key, 1);
    tab.abort();
    expect(await answer).toBe('gone');
    expect(await toldOf(key)).toMatchObject({ watched: false });
  });

  it('says that somebody saw it where only the progress is still looked at, through another instance', async () => {
    const [key, tab] = [randomUUID(), new AbortController()];
    const stream = openProgress(there.url, key, guest);
    const answer = ask(key, tab.signal);
    await begun(key, 2);
    tab.abort();
    await answer;
    expect(await toldOf(key)).toMatchObject({ watched: true });
    await (await stream).text();
  });

  it('says that nobody saw it where the call and the progress were left', async () => {
    const [key, tab] = [randomUUID(), new AbortController()];
    const stream = openProgress(there.url, key, guest);
    const answer = ask(key, tab.signal);
    await begun(key, 2);
    tab.abort();
    await Promise.all([leave(await stream), answer]);
    expect(await toldOf(key)).toMatchObject({ watched: false });
  });

  it('does not count those whose instance died without a word', async () => {
    const [key, tab] = [randomUUID(), new AbortController()];
    const answer = ask(key, tab.signal);
    await begun(key, 1);
    const [{ job_id: jobId } = { job_id: '' }] = await watchers(key);
    tab.abort();
    await answer;
    await fixture.database.query(
      `INSERT INTO ai_job_watchers (id, job_id, seen_until) VALUES ($1, $2, now() - interval '1 millisecond')`,
      [randomUUID(), jobId],
    );
    expect(await toldOf(key)).toMatchObject({ watched: false });
  });
});
