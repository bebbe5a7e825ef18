import { randomUUID } from 'node:crypto';
import type { Design, Generation } from '@shop/contracts/art';
import type { IdentityClaims } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import {
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type Answer,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { BUILT_IN_VERSION } from '../src/engines/built-in/version.js';
import { ArtFixture, askToRepublish, uploaded } from './art-fixture.js';
import { petJpeg } from './pet-photo.js';

for (const transport of testTransports()) {
  describe(`POST /api/generate over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let service: TestService;
    let events: EventRecorder;
    let photo: Buffer;

    beforeAll(async () => {
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['artwork.completed', 'artwork.failed']);
      service = await fixture.start();
      photo = await petJpeg();
    });
    afterAll(async () => {
      await events.stop();
      await fixture.close();
    });

    const generate = (as: IdentityClaims, body: object, key?: string): Promise<Answer> =>
      service.call('POST', '/api/generate', { as, body, headers: key ? { 'idempotency-key': key } : {} });

    it('draws the same artwork whatever product it is meant for: only OpenAI’s has its shape', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const shas: unknown[] = [];
      for (const printArea of [undefined, { widthPx: 879, heightPx: 1830 }]) {
        const { outputImageId } = (
          await generate(guest, { imageUrl: url, styleKey: 'modern', printArea })
        ).json<Generation>();
        shas.push(
          ...(await fixture.database.query(`SELECT metadata->>'sha256' AS sha256 FROM images WHERE id = $1`, [
            outputImageId,
          ])),
        );
      }
      expect(shas[1]).toEqual(shas[0]);
    });

    it('draws the artwork of the own photo, keeps it, and tells of it', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const answer = await generate(guest, { imageUrl: url, styleKey: 'modern', petName: 'Rex' });
      expect(answer.status).toBe(201);
      const { id, outputImageId, outputImage } = answer.json<Generation>();
      expect(outputImage).toEqual({ id: outputImageId, url: `/media/${outputImageId}` });
      const picture = Buffer.from(await (await fetch(new URL(outputImage.url, service.url))).arrayBuffer());
      const { width, height, format } = await sharp(picture).metadata();
      expect([Math.max(width, height), format]).toEqual([1024, 'png']);
      const told = await events.next('artwork.completed', ({ subject }) => subject === `artwork/${id}`);
      expect(told.data).toMatchObject({
        jobId: id,
        imageId: outputImageId,
        styleKey: 'modern',
        petName: 'Rex',
        guestId: guest.guestId,
        userId: null,
        width,
        height,
        watched: true,
        completedAt: expect.any(String),
      });
      const [image] = await fixture.database.query<{ metadata: unknown }>('SELECT metadata FROM images WHERE id = $1', [
        outputImageId,
      ]);
      expect(image?.metadata).toMatchObject({
        engine: 'built-in',
        engineVersion: BUILT_IN_VERSION,
        style: 'modern',
        seed: expect.any(Number),
        sourceSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });

    it('draws every style that it lists', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const answers = await Promise.all(
        ['cyberpunk', 'minimalistic', 'abstract'].map((styleKey) => generate(guest, { imageUrl: url, styleKey })),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    });

    it('draws another artwork of the same photo in each variation, under a key that is not another’s, and the same one in the same', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const key = randomUUID();
      const body = { imageUrl: url, styleKey: 'abstract', petName: 'Rex' };
      const variations = [undefined, 0, 1, 2, 1];
      const made: { seed: number; sha256: string; variation: number }[] = [];
      for (const variation of variations) {
        const { id } = (
          await generate(guest, { ...body, variation }, variation === 2 ? key : undefined)
        ).json<Generation>();
        const query = `SELECT (metadata->>'seed')::bigint::float8 AS seed, metadata->>'sha256' AS sha256, variation FROM ai_jobs job JOIN images ON images.id = output_image_id WHERE job.id = $1`;
        made.push(...(await fixture.database.query<(typeof made)[number]>(query, [id])));
      }
      expect(made.map((artwork) => artwork.variation)).toEqual([0, 0, 1, 2, 1]);
      const [unnamed, zero, one, two, again] = made;
      expect([unnamed, again]).toEqual([zero, one]);
      expect(new Set([zero, one, two].map((artwork) => artwork?.sha256)).size).toBe(3);
      expect(new Set([zero, one, two].map((artwork) => artwork?.seed)).size).toBe(3);
      expect((await generate(guest, { ...body, variation: 3 }, key)).status).toBe(409);
      expect((await generate(guest, { ...body, variation: 2 }, key)).status).toBe(201);
      const designs = (await service.call('GET', '/api/designs', { as: asUser({ guestId: guest.guestId }) })).json<
        Design[]
      >();
      expect(designs.map(({ variation, petName }) => [variation, petName])).toEqual(
        [1, 2, 1, 0, 0].map((variation) => [variation, 'Rex']),
      );
    });

    it('draws once for two calls with one key at the same time, and answers both alike, also later', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const [key, body] = [randomUUID(), { imageUrl: url, styleKey: 'abstract' }];
      const answers = await Promise.all([
        generate(guest, body, key),
        generate(guest, body, key),
        generate(guest, { ...body, petName: ' ', prompt: '' }, key),
      ]);
      const later = await generate(guest, body, key.toUpperCase());
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set([...answers, later].map(({ text }) => text)).size).toBe(1);
      expect(await fixture.database.query('SELECT attempts FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
        { attempts: 1 },
      ]);
    });

    it('refuses the same key for something else, and leaves another session’s key alone', async () => {
      const [guest, other] = [asGuest(), asGuest()];
      const key = randomUUID();
      const body = { imageUrl: (await uploaded(service, guest, photo)).url, styleKey: 'abstract' };
      const first = (await generate(guest, body, key)).json<Generation>();
      const reused = await generate(guest, { ...body, styleKey: 'modern' }, key);
      expect([reused.status, reused.text]).toEqual([409, 'This Idempotency-Key was already used for another artwork.']);
      const foreign = await generate(
        other,
        { imageUrl: (await uploaded(service, other, photo)).url, styleKey: 'abstract' },
        key,
      );
      expect(foreign.status).toBe(201);
      expect(foreign.json<Generation>().id).not.toBe(first.id);
    });

    it('draws a photo that was uploaded as a guest for the customer who signed in meanwhile', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const user = asUser({ guestId: guest.guestId });
      const { id } = (await generate(user, { imageUrl: url, styleKey: 'abstract' })).json<Generation>();
      expect(await fixture.database.query('SELECT user_id, guest_id FROM ai_jobs WHERE id = $1', [id])).toEqual([
        { user_id: user.userId, guest_id: null },
      ]);
    });

    it('hands a guest’s photos and designs to the user it became, once, also when told twice', async () => {
      const guest = asGuest();
      const user = asUser();
      const key = randomUUID();
      const body = { imageUrl: (await uploaded(service, guest, photo)).url, styleKey: 'abstract', petName: 'Mia' };
      const { id } = (await generate(guest, body, key)).json<Generation>();
      // The user has used the same key for a job of its own: the guest's gives way.
      await generate(user, { ...body, imageUrl: (await uploaded(service, user, photo)).url }, key);
      const claimed = { subject: `guest/${guest.guestId}`, data: { guestId: guest.guestId!, userId: user.userId! } };
      await publishEvent(transport, guestClaimed, claimed);
      await publishEvent(transport, guestClaimed, claimed);
      const designs = await eventually(async () => {
        const listed = (await service.call('GET', '/api/designs', { as: user })).json<Design[]>();
        expect(listed).toHaveLength(2);
        return listed;
      });
      expect(designs[1]).toMatchObject({
        id,
        status: 'completed',
        petName: 'Mia',
        styleKey: 'abstract',
        outputImage: { url: expect.stringMatching(/^\/media\//) },
      });
      expect(await fixture.database.query('SELECT id FROM images WHERE guest_id = $1', [guest.guestId])).toEqual([]);
      expect((await generate(user, body)).status).toBe(201);
    });

    it('tells all finished artworks again when asked to', async () => {
      const finished = await fixture.database.query<{ id: string }>(
        `SELECT id FROM ai_jobs WHERE status = 'completed'`,
      );
      // The last one drawn may not have been heard of yet.
      await eventually(() =>
        expect(new Set(events.all('artwork.completed').map(({ subject }) => subject)).size).toBe(finished.length),
      );
      const before = events.all('artwork.completed').length;
      await askToRepublish(transport, 'artwork');
      await eventually(() => expect(events.all('artwork.completed').length).toBe(before + finished.length));
    });
  });
}
