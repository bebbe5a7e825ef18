import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts/common';
import { anyTransport, asGuest, eventually, type Answer, type TestService } from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { startArtProcess } from './art-process.js';
import { petJpeg } from './pet-photo.js';

/** Two easels an instance, 90 seconds to the deadline, 15 seconds a drawing: eleven before oneself are five rounds and one's own, in time to the second. */
const LAST_PLACE = 11;
const FULL = [503, 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.', '90'];

describe('POST /api/generate while others wait', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let imageUrl: string;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
    imageUrl = (await uploaded(service, guest, await petJpeg())).url;
  });
  beforeEach(async () => {
    await fixture.database.query(`DELETE FROM ai_jobs WHERE status <> 'completed'`);
    await drawingsTook(15);
  });
  afterAll(() => fixture.close());

  const generate = ({
    key,
    on = service,
    as = guest,
  }: { key?: string; on?: TestService; as?: IdentityClaims } = {}): Promise<Answer> =>
    on.call('POST', '/api/generate', {
      as,
      body: { imageUrl, styleKey: 'abstract' },
      headers: key ? { 'idempotency-key': key } : {},
    });
  const drawingsTook = (seconds: number) =>
    fixture.database.query(
      `UPDATE ai_jobs SET claimed_at = completed_at - $1 * interval '1 second' WHERE status = 'completed'`,
      [seconds],
    );
  const saidBy = ({ status, text, headers }: Answer) => [status, text, headers.get('retry-after')];
  /** Others' jobs that nobody draws: they have rows, and no message. */
  const letWait = (count: number) =>
    fixture.database.query(
      `INSERT INTO ai_jobs (guest_id, input_image_id, style_key, body_hash, deadline_at)
       SELECT gen_random_uuid(), $1, 'abstract', '', now() + interval '1 hour' FROM generate_series(1, $2)`,
      [imageUrl.slice('/media/'.length), count],
    );
  const jobs = async (): Promise<number> => (await fixture.database.query('SELECT FROM ai_jobs')).length;
  const easels = () => fixture.database.query('SELECT FROM easels WHERE alive_until > now()');

  it('is refused at once where it could not be drawn in time, with the wait, and is not in the queue', async () => {
    await letWait(LAST_PLACE + 1);
    const before = await jobs();
    const started = Date.now();
    const answer = await generate({ key: randomUUID() });
    expect(saidBy(answer)).toEqual(FULL);
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await jobs()).toBe(before);
  });

  it('is taken when there is room again, under the same key too', async () => {
    const key = randomUUID();
    await letWait(LAST_PLACE + 1);
    expect(saidBy(await generate({ key }))).toEqual(FULL);
    await fixture.database.query(
      `DELETE FROM ai_jobs WHERE id = (SELECT id FROM ai_jobs WHERE status = 'pending' LIMIT 1)`,
    );
    expect((await generate({ key })).status).toBe(201);
  });

  it('joins its own job however long the queue is', async () => {
    const key = randomUUID();
    const first = await generate({ key });
    await drawingsTook(15);
    await letWait(LAST_PLACE + 1);
    expect((await generate({ key })).text).toBe(first.text);
    expect(saidBy(await generate())).toEqual(FULL);
  });

  it('tells what is wrong with it before it tells of the queue', async () => {
    await letWait(LAST_PLACE + 1);
    expect((await generate({ as: asGuest() })).text).toBe('Please upload your photo again.');
  });

  it('is measured by how long the latest drawings took', async () => {
    await generate();
    await letWait(LAST_PLACE + 1);
    await drawingsTook(20);
    expect(saidBy(await generate())).toEqual([503, expect.any(String), '120']);
    await drawingsTook(12);
    expect((await generate()).status).toBe(201);
  });

  it('gets the last place once, whichever of two instances is asked by how many at a time', async () => {
    const other = await fixture.start();
    await letWait(2 * LAST_PLACE + 1);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => generate({ on: n % 2 ? other : service })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 503).map(saidBy)).toEqual(Array(5).fill(FULL));
    await fixture.stop(other);
  });

  it('is one job for two calls with one key that want the last place', async () => {
    const key = randomUUID();
    await letWait(LAST_PLACE);
    const answers = await Promise.all([generate({ key }), generate({ key })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await fixture.database.query('SELECT attempts FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
      { attempts: 1 },
    ]);
  });

  it('draws as many at a time as it has easels, and no more', async () => {
    const three = await ArtFixture.open(anyTransport());
    try {
      const on = await three.start({ ART_CONCURRENCY: '3' });
      const { url } = await uploaded(on, guest, await petJpeg());
      let isAnswered = false;
      const answers = Promise.all(
        Array.from({ length: 5 }, () =>
          on.call('POST', '/api/generate', { as: guest, body: { imageUrl: url, styleKey: 'abstract' } }),
        ),
      ).finally(() => (isAnswered = true));
      let atATime = 0;
      // Each is answered at its deadline at the latest.
      while (!isAnswered)
        atATime = Math.max(
          atATime,
          (await three.database.query(`SELECT FROM ai_jobs WHERE status = 'processing'`)).length,
        );
      expect((await answers).map(({ status }) => status)).toEqual(Array(5).fill(201));
      expect(atATime).toBe(3);
    } finally {
      await three.close();
    }
  });

  it('finds more room with a second instance, none of it once that was stopped, nor once it was killed', async () => {
    await letWait(LAST_PLACE + 1);
    expect(saidBy(await generate())).toEqual(FULL);
    const second = await fixture.start();
    expect((await generate()).status).toBe(201);
    await fixture.stop(second);
    await drawingsTook(15);
    expect(saidBy(await generate())).toEqual(FULL);

    const doomed = await startArtProcess(fixture, { ART_LEASE_MS: '900' });
    await eventually(async () => expect(await easels()).toHaveLength(2));
    await doomed.kill();
    await eventually(async () => expect(await easels()).toHaveLength(1));
    expect(saidBy(await generate())).toEqual(FULL);
  });
});
