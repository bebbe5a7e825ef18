import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Design, Generation, UploadedImage } from '@shop/contracts/art';
import { nextPageOf, type IdentityClaims } from '@shop/contracts/common';
import {
  anyTransport,
  asGuest,
  asUser,
  recordEvents,
  type Answer,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { petJpeg } from './pet-photo.js';

const NOT_YOURS = 'Please upload your photo again.';
const NO_STYLE = 'Please choose an art style to continue';

describe('POST /api/generate', () => {
  const transport = anyTransport();
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let photo: UploadedImage;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(transport);
    events = await recordEvents(transport, ['artwork.completed', 'artwork.failed']);
    service = await fixture.start({ ART_LEASE_MS: '600' });
    photo = await uploaded(service, guest, await petJpeg());
  });
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const generate = (
    body: object,
    { as = guest, key, on = service }: { as?: IdentityClaims; key?: string; on?: TestService } = {},
  ): Promise<Answer> =>
    on.call('POST', '/api/generate', { as, body, headers: key === undefined ? {} : { 'idempotency-key': key } });
  const jobs = async (): Promise<number> => (await fixture.database.query('SELECT FROM ai_jobs')).length;
  const fileOf = ({ id }: UploadedImage): string =>
    join(fixture.folder, 'images', 'originals', id.slice(0, 2), `${id}.jpg`);

  it.each<readonly [string, (own: string) => object, string]>([
    ['an address that is not a picture of the shop', () => ({ imageUrl: 'https://example.com/pet.jpg' }), NOT_YOURS],
    ['an address inside', () => ({ imageUrl: 'http://127.0.0.1:5432/' }), NOT_YOURS],
    ['a picture that does not exist', () => ({ imageUrl: `/media/${randomUUID()}` }), NOT_YOURS],
    ['a path around the address', (own) => ({ imageUrl: `/media/../media${own.slice(6)}` }), NOT_YOURS],
    ['a small copy', (own) => ({ imageUrl: `${own}?w=320` }), NOT_YOURS],
    ['no photo', () => ({ imageUrl: undefined }), 'imageUrl is missing or not valid'],
    ['an unknown style', () => ({ styleKey: 'baroque' }), NO_STYLE],
    ['an empty style', () => ({ styleKey: '' }), NO_STYLE],
    ['a long name', () => ({ petName: 'x'.repeat(51) }), 'Please use at most 50 characters for the name'],
    ['a long prompt', () => ({ prompt: 'x'.repeat(501) }), 'Please use at most 500 characters for the prompt'],
    ...[-1, 1.5, 1000, '1', null].map(
      (variation) =>
        [
          `the variation ${JSON.stringify(variation)}`,
          () => ({ variation }),
          'A variation is a whole number from 0 to 999',
        ] as const,
    ),
  ])('refuses %s', async (_, change, sentence) => {
    const before = await jobs();
    const answer = await generate({ imageUrl: photo.url, styleKey: 'modern', ...change(photo.url) });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
    expect(await jobs()).toBe(before);
  });

  it('refuses somebody else’s photo in the same words, and an artwork as a photo', async () => {
    for (const as of [asGuest(), asUser()]) {
      const answer = await generate({ imageUrl: photo.url, styleKey: 'modern' }, { as });
      expect([answer.status, answer.text]).toEqual([400, NOT_YOURS]);
    }
    const { outputImage } = (await generate({ imageUrl: photo.url, styleKey: 'abstract' })).json<Generation>();
    expect((await generate({ imageUrl: outputImage.url, styleKey: 'abstract' })).status).toBe(400);
  });

  it('refuses a style that was taken away', async () => {
    await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'minimalistic'`);
    const answer = await generate({ imageUrl: photo.url, styleKey: 'minimalistic' });
    expect([answer.status, answer.text]).toEqual([400, NO_STYLE]);
  });

  it.each(['1', '', 'not-a-uuid'])('refuses the key %j', async (key) => {
    const answer = await generate({ imageUrl: photo.url, styleKey: 'modern' }, { key });
    expect([answer.status, answer.text]).toEqual([400, 'The Idempotency-Key must be a UUID.']);
  });

  it('asks who is there', async () => {
    const answer = await service.call('POST', '/api/generate', { body: { imageUrl: photo.url, styleKey: 'modern' } });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });

  it('fails with a sentence where the engine fails, tells of it, and joins that failure under its key', async () => {
    const user = asUser();
    const broken = await uploaded(service, user, await petJpeg());
    await writeFile(fileOf(broken), 'no picture any more');
    const key = randomUUID();
    const body = { imageUrl: broken.url, styleKey: 'modern' };
    const answer = await generate(body, { as: user, key });
    expect([answer.status, answer.text]).toEqual([502, 'Your artwork could not be drawn. Please try again.']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    const [design] = (await service.call('GET', '/api/designs', { as: user })).json<Design[]>();
    expect(design).toMatchObject({ status: 'failed', outputImage: null, errorMessage: answer.text });
    expect(
      (await events.next('artwork.failed', ({ subject }) => subject === `artwork/${design!.id}`)).data,
    ).toMatchObject({ reason: 'engine-failed', userId: user.userId });
    expect((await generate(body, { as: user, key })).text).toBe(answer.text);
    await writeFile(fileOf(broken), await petJpeg());
    expect((await generate(body, { as: user, key: randomUUID() })).status).toBe(201);
  });

  it('gives a job up that can’t even be begun', async () => {
    const lost = await uploaded(service, guest, await petJpeg());
    await rm(fileOf(lost));
    const answer = await generate({ imageUrl: lost.url, styleKey: 'modern' });
    expect([answer.status, answer.text]).toEqual([502, 'Your artwork could not be drawn. Please try again.']);
    expect(
      await fixture.database.query('SELECT attempts, status FROM ai_jobs WHERE input_image_id = $1', [lost.id]),
    ).toEqual([{ attempts: 4, status: 'failed' }]);
  });
});

describe('POST /api/generate in a shop that allows it a moment only', () => {
  const transport = anyTransport();
  const guest = asGuest();
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let body: object;

  beforeAll(async () => {
    fixture = await ArtFixture.open(transport);
    events = await recordEvents(transport, ['artwork.failed']);
    service = await fixture.start({ ART_DEADLINE_MS: '30' }); // the only one: another would draw on with a deadline of its own
    body = { imageUrl: (await uploaded(service, guest, await petJpeg())).url, styleKey: 'cyberpunk' };
  });
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const key = randomUUID();
  const generate = (): Promise<Answer> =>
    service.call('POST', '/api/generate', { as: guest, body, headers: { 'idempotency-key': key } });

  it('ends at the deadline, and says so', async () => {
    const answer = await generate();
    expect([answer.status, answer.text]).toEqual([502, 'Drawing your artwork took too long. Please try again.']);
    const [job] = await fixture.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM ai_jobs WHERE idempotency_key = $1',
      [key],
    );
    expect(job?.status).toBe('failed');
    expect((await events.next('artwork.failed', ({ subject }) => subject === `artwork/${job?.id}`)).data).toMatchObject(
      { reason: 'timed-out', guestId: guest.guestId },
    );
  });

  it('says so where another instance is still at it, and leaves that alone', async () => {
    const drawn = `status = 'processing', failure_reason = NULL, error_message = NULL, completed_at = NULL, claimed_by = gen_random_uuid(), lease_expires_at = now() + interval '1 hour', deadline_at = now() + interval '1 hour'`;
    await fixture.database.query(`UPDATE ai_jobs SET ${drawn} WHERE idempotency_key = $1`, [key]);
    const answer = await generate();
    expect([answer.status, answer.text]).toEqual([
      502,
      'Your artwork is taking longer than usual. Please try again in a moment.',
    ]);
    expect(await fixture.database.query('SELECT status FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
      { status: 'processing' },
    ]);
  });
});

describe('GET /api/designs', () => {
  let fixture: ArtFixture;
  let service: TestService;

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
  });
  afterAll(() => fixture.close());

  it('lists the own designs only, newest first, a guest’s of this session among them', async () => {
    const guest = asGuest();
    const user = asUser({ guestId: guest.guestId });
    const { url } = await uploaded(service, guest, await petJpeg());
    const first = (
      await service.call('POST', '/api/generate', {
        as: guest,
        body: { imageUrl: url, styleKey: 'abstract', petName: 'Rex' },
      })
    ).json<Generation>();
    const second = (
      await service.call('POST', '/api/generate', { as: user, body: { imageUrl: url, styleKey: 'abstract' } })
    ).json<Generation>();
    const designs = (await service.call('GET', '/api/designs', { as: user })).json<Design[]>();
    expect(designs.map(({ id, petName, status }) => [id, petName, status])).toEqual([
      [second.id, null, 'completed'],
      [first.id, 'Rex', 'completed'],
    ]);
    expect(designs[1]).toMatchObject({ outputImageId: first.outputImageId, outputImage: first.outputImage });
    expect((await service.call('GET', '/api/designs', { as: asUser() })).json()).toEqual([]);
  });

  it('comes in pages, each named by the Link of the one before, which hold each design once and end', async () => {
    const user = asUser();
    const { url } = await uploaded(service, user, await petJpeg());
    const made: string[] = [];
    for (let variation = 0; variation < 3; variation += 1)
      made.unshift(
        (
          await service.call('POST', '/api/generate', {
            as: user,
            body: { imageUrl: url, styleKey: 'abstract', variation },
          })
        ).json<Generation>().id,
      );
    const seen: string[][] = [];
    let address: string | null = '/api/designs?limit=2';
    while (address) {
      const answer: Answer = await service.call('GET', address, { as: user });
      seen.push(answer.json<Design[]>().map(({ id }) => id));
      address = nextPageOf(answer.headers.get('link'));
    }
    expect(seen).toEqual([made.slice(0, 2), made.slice(2)]);
  });

  it.each([
    ['nobody', undefined],
    ['a guest', asGuest()],
  ])('is not for %s', async (_, as) => {
    const answer = await service.call('GET', '/api/designs', as ? { as } : {});
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});
