import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedImage } from '@shop/contracts/art';
import { anyTransport, asGuest, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, uploaded } from './art-fixture.js';
import { petJpeg, petPhoto } from './pet-photo.js';

const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('GET /media/:id', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let photo: UploadedImage;

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
    photo = await uploaded(service, asGuest(), await petJpeg(1200, 900));
  });
  afterAll(() => fixture.close());

  const get = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ response: Response; bytes: Buffer }> => {
    const response = await fetch(new URL(path, service.url), { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const copies = async (id: string): Promise<string[]> =>
    readdir(join(fixture.folder, 'images', 'copies', id.slice(0, 2))).catch(() => []);

  it('sends the original to anybody, for ever', async () => {
    const { response, bytes } = await get(photo.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept',
      etag: `"${photo.id}"`,
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 900 });
  });

  it.each<[number, string, string, string]>([
    [320, BROWSER, 'image/avif', 'heif'],
    [640, 'image/webp,*/*', 'image/webp', 'webp'],
    [1024, '*/*', 'image/jpeg', 'jpeg'],
    [320, 'image/avif;q=0, image/webp', 'image/webp', 'webp'],
  ])('sends a copy %i px wide to %s as %s', async (width, accept, type, format) => {
    const { response, bytes } = await get(`${photo.url}?w=${width}`, { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height: (width * 3) / 4, format });
  });

  it('never enlarges, and keeps a PNG’s transparency', async () => {
    const png = await petPhoto(200, 100).ensureAlpha(0.5).png().toBuffer();
    const small = await uploaded(service, asGuest(), png);
    const { response, bytes } = await get(`${small.url}?w=640`, { accept: '*/*' });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, hasAlpha: true });
  });

  it.each(['image/avif', 'image/webp', '*/*'])('makes a copy of a ribbon of a picture, too, as %s', async (accept) => {
    const ribbon = await uploaded(service, asGuest(), await petPhoto(20, 20_000).png().toBuffer());
    const { response, bytes } = await get(`${ribbon.url}?w=320`, { accept });
    expect([response.status, (await sharp(bytes).metadata()).height]).toEqual([200, 16_383]);
  });

  it('answers 304 to whoever has it', async () => {
    const { response } = await get(`${photo.url}?w=640`, {
      accept: 'image/webp',
      'if-none-match': `"x", W/"${photo.id}-640-webp"`,
    });
    expect([response.status, response.headers.get('etag')]).toEqual([304, `"${photo.id}-640-webp"`]);
  });

  it('makes a copy once for many who ask at the same time', async () => {
    const fresh = await uploaded(service, asGuest(), await petJpeg(800, 600));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => get(`${fresh.url}?w=320`, { accept: 'image/webp' })),
    );
    expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect((await copies(fresh.id)).filter((name) => name.startsWith(fresh.id))).toEqual([`${fresh.id}-320.webp`]);
  });

  it('keeps a copy that was just shown at hand, and shows it no longer once the picture is taken down', async () => {
    const shown = await uploaded(service, asGuest(), await petJpeg());
    const { bytes } = await get(`${shown.url}?w=320`, { accept: 'image/webp' });
    await rm(join(fixture.folder, 'images', 'copies', shown.id.slice(0, 2), `${shown.id}-320.webp`));
    await rm(join(fixture.folder, 'images', 'originals', shown.id.slice(0, 2), `${shown.id}.jpg`));
    const again = await get(`${shown.url}?w=320`, { accept: 'image/webp' });
    expect([again.response.status, again.response.headers.get('content-length'), again.bytes.equals(bytes)]).toEqual([
      200,
      String(bytes.length),
      true,
    ]);
    await fixture.database.query(`UPDATE images SET status = 'removed' WHERE id = $1`, [shown.id]);
    expect((await get(`${shown.url}?w=320`, { accept: 'image/webp' })).response.status).toBe(404);
  });

  it.each(['?w=321', '?w=', '?w=abc', '?w=320&w=640', '?w=99999'])('refuses %s', async (query) => {
    const { response, bytes } = await get(`${photo.url}${query}`);
    expect([response.status, bytes.toString()]).toEqual([400, 'Images come in the widths 320, 640, 1024.']);
  });

  it.each([`/media/${randomUUID()}`, `/media/${randomUUID()}?w=320`, '/media/1', '/media/..%2f..%2fetc%2fpasswd'])(
    'knows nothing of %s',
    async (path) => {
      const { response } = await get(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it('does not send a picture that was taken down, nor one whose file is gone', async () => {
    const lost = await uploaded(service, asGuest(), await petJpeg());
    await rm(join(fixture.folder, 'images', 'originals', lost.id.slice(0, 2), `${lost.id}.jpg`));
    expect((await get(lost.url)).response.status).toBe(404);
    expect((await get(`${lost.url}?w=320`)).response.status).toBe(404);
    await fixture.database.query(`UPDATE images SET status = 'removed' WHERE id = $1`, [photo.id]);
    expect((await get(photo.url)).response.status).toBe(404);
  });
});
