import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stylePreviewUrl, STYLE_KEYS, type Generation, type UploadedImage } from '@shop/contracts/art';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import {
  anyTransport,
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  signIdentityToken,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { PreviewThreads } from '../src/previews/preview-threads.js';
import { ArtFixture, uploaded } from './art-fixture.js';
import { petJpeg } from './pet-photo.js';

/** A busy machine may take its time. */
const PATIENT = '60000';

describe('GET /api/uploads/:id/previews/:styleKey', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let photo: UploadedImage;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start({ PREVIEW_WAIT_MS: PATIENT });
    photo = await uploaded(service, guest, await petJpeg());
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => fixture.close());

  async function look(
    as: IdentityClaims,
    path: string,
    headers: Record<string, string> = {},
    from: TestService = service,
  ) {
    const response = await fetch(new URL(path, from.url), {
      headers: { [IDENTITY_HEADER]: await signIdentityToken(as), ...headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
  }
  const own = async (as: IdentityClaims = guest) => uploaded(service, as, await petJpeg());
  const filesOf = (id: string): string[] => globSync(`images/previews/**/${id}*`, { cwd: fixture.folder });
  const refusal = async (as: IdentityClaims, path: string) => {
    const { status, text } = await look(as, path);
    return [status, text];
  };

  it('draws this very photo in each style: WebP, 512 px on its long side, for the browser alone to keep', async () => {
    const drawn = await Promise.all(STYLE_KEYS.map((styleKey) => look(guest, stylePreviewUrl(photo.id, styleKey))));
    for (const { status, headers, bytes } of drawn) {
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, Math.max(width, height)]).toEqual(['webp', 512]);
    }
    expect(new Set(drawn.map(({ bytes }) => bytes.toString('base64'))).size).toBe(STYLE_KEYS.length);
  });

  it('answers 304 to whoever has it', async () => {
    const path = stylePreviewUrl(photo.id, 'modern');
    const etag = (await look(guest, path)).headers.get('etag') ?? '';
    expect((await look(guest, path, { 'if-none-match': etag })).status).toBe(304);
  });

  it('draws once for many who ask at the same time, and never again, in no other instance either', async () => {
    const { id } = await own();
    const drawings = jest.spyOn(service.get(PreviewThreads), 'draw');
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(guest, stylePreviewUrl(id, 'abstract'))));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    await look(guest, stylePreviewUrl(id, 'abstract'));
    expect(drawings).toHaveBeenCalledTimes(1);
    const other = await fixture.start({ PREVIEW_WAIT_MS: PATIENT });
    const elsewhere = jest.spyOn(other.get(PreviewThreads), 'draw');
    expect((await look(guest, stylePreviewUrl(id, 'abstract'), {}, other)).bytes).toEqual(answers[0]?.bytes);
    expect(elsewhere).not.toHaveBeenCalled();
    await fixture.stop(other);
  });

  it('shows nobody anything of another’s photo, drawn or not', async () => {
    await look(guest, stylePreviewUrl(photo.id, 'modern'));
    const drawings = jest.spyOn(service.get(PreviewThreads), 'draw');
    for (const stranger of [asGuest(), asUser(), asAdmin()]) {
      for (const styleKey of ['modern', 'minimalistic'])
        expect(await refusal(stranger, stylePreviewUrl(photo.id, styleKey))).toEqual([404, 'Not found']);
    }
    const nobody = await service.call('GET', stylePreviewUrl(photo.id, 'modern'));
    expect([nobody.status, nobody.text]).toEqual([401, 'Not signed in']);
    expect(drawings).not.toHaveBeenCalled();
  });

  it('goes over to the customer whom the guest became', async () => {
    const visitor = asGuest();
    const { id } = await own(visitor);
    const customer = asUser({ guestId: visitor.guestId });
    expect((await look(customer, stylePreviewUrl(id, 'modern'))).status).toBe(200);
    await publishEvent(fixture.transport, guestClaimed, {
      subject: `guest/${visitor.guestId}`,
      data: { guestId: visitor.guestId!, userId: customer.userId! },
    });
    const elsewhere = asUser({ userId: customer.userId });
    await eventually(async () => expect((await look(elsewhere, stylePreviewUrl(id, 'modern'))).status).toBe(200));
  });

  it('knows no style that is not on offer, no picture that is no upload, and no other id', async () => {
    const { outputImageId } = (
      await service.call('POST', '/api/generate', {
        as: guest,
        body: { imageUrl: photo.url, styleKey: 'minimalistic' },
      })
    ).json<Generation>();
    await fixture.database.query(
      `INSERT INTO ai_styles (key, name, prompt_template, position) VALUES ('baroque', 'Baroque', 'Gold', 9)`,
    );
    const paths = ['rococo', 'baroque', '..%2fmodern'].map(
      (styleKey) => `/api/uploads/${photo.id}/previews/${styleKey}`,
    );
    for (const path of [
      ...paths,
      stylePreviewUrl(outputImageId, 'modern'),
      stylePreviewUrl(randomUUID(), 'modern'),
      '/api/uploads/1/previews/modern',
    ]) {
      expect([path, ...(await refusal(guest, path))]).toEqual([path, 404, 'Not found']);
    }
    await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'modern'`);
    expect((await look(guest, stylePreviewUrl(photo.id, 'modern'))).status).toBe(404);
    await fixture.database.query(
      `UPDATE ai_styles SET active = true WHERE key = 'modern'; DELETE FROM ai_styles WHERE key = 'baroque'`,
    );
  });

  it('says when to ask again where it could not be drawn, keeps nothing, and draws it then', async () => {
    const { id } = await own();
    const path = stylePreviewUrl(id, 'modern');
    jest.spyOn(service.get(PreviewThreads), 'draw').mockRejectedValueOnce(new Error('Too many previews are waiting'));
    const { status, text, headers } = await look(guest, path);
    expect([status, text, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      'This preview is not ready yet. Please try again in a moment.',
      '2',
      'no-store',
    ]);
    expect(filesOf(id)).toEqual([]);
    expect((await look(guest, path)).status).toBe(200);
  });

  it('tells who would wait too long to come again, and has drawn it then', async () => {
    const { id } = await own();
    const hasty = await fixture.start({ PREVIEW_WAIT_MS: '1' });
    const drawings = jest.spyOn(hasty.get(PreviewThreads), 'draw');
    expect((await look(guest, stylePreviewUrl(id, 'modern'), {}, hasty)).status).toBe(503);
    await eventually(async () =>
      expect((await look(guest, stylePreviewUrl(id, 'modern'), {}, hasty)).status).toBe(200),
    );
    expect(drawings).toHaveBeenCalledTimes(1);
    await fixture.stop(hasty);
  });

  it('fails for a photo that can no longer be read, and is unknown with one whose file is gone', async () => {
    const { id } = await own();
    const original = join(fixture.folder, 'images/originals', id.slice(0, 2), `${id}.jpg`);
    await writeFile(original, 'no photo');
    expect((await look(guest, stylePreviewUrl(id, 'modern'))).status).toBe(503);
    await rm(original);
    expect((await look(guest, stylePreviewUrl(id, 'modern'))).status).toBe(404);
  });

  it('keeps nothing of a photo that is removed while it is drawn', async () => {
    const { id } = await own();
    const threads = service.get(PreviewThreads);
    const draw = threads.draw.bind(threads);
    jest.spyOn(threads, 'draw').mockImplementationOnce(async (order, signal) => {
      const webp = await draw(order, signal);
      await fixture.database.query('DELETE FROM images WHERE id = $1', [id]);
      return webp;
    });
    expect(await refusal(guest, stylePreviewUrl(id, 'modern'))).toEqual([404, 'Not found']);
    expect(filesOf(id)).toEqual([]);
  });

  it('never stands in the way of an artwork, which has its colours until another variation is asked for', async () => {
    const { id, url } = await own();
    const orders: number[] = [];
    let giveUp: (reason: Error) => void = () => undefined;
    const stuck = new Promise<Uint8Array>((_, reject) => (giveUp = reject));
    jest.spyOn(service.get(PreviewThreads), 'draw').mockImplementation(({ seed }) => {
      orders.push(seed);
      return stuck;
    });
    const waiting = STYLE_KEYS.map((styleKey) => look(guest, stylePreviewUrl(id, styleKey)));
    await eventually(() => expect(orders).toHaveLength(STYLE_KEYS.length));
    const seeds: unknown[] = [];
    for (const variation of [undefined, 0, 1]) {
      const answer = await service.call('POST', '/api/generate', {
        as: guest,
        body: { imageUrl: url, styleKey: 'minimalistic', variation },
      });
      expect(answer.status).toBe(201);
      const [image] = await fixture.database.query<{ seed: number }>(
        `SELECT (metadata->>'seed')::bigint::float8 AS seed FROM images WHERE id = $1`,
        [answer.json<Generation>().outputImageId],
      );
      seeds.push(image?.seed);
    }
    expect(seeds.slice(0, 2)).toEqual([orders[0], orders[0]]);
    expect(seeds[2]).not.toBe(seeds[0]);
    giveUp(new Error('enough'));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(STYLE_KEYS.map(() => 503));
  });
});
