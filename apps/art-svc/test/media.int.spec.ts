import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { petJpeg, petPhoto } from '@shop/art-engine/testing';
import {
  type AdminStyle,
  type Generation,
  type Style,
  STYLE_KEYS,
  stylePreviewUrl,
  type UploadedImage,
} from '@shop/contracts-art';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts-common';
import { asAdmin, asGuest, asUser, signIdentityToken, type TestResponse, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { copyKey, originalKey } from '../src/images/image-keys.js';
import { PreviewWorkerPool } from '../src/previews/preview-worker-pool.js';
import { STYLE_SEEDS, StylesService } from '../src/styles/styles.service.js';
import { ArtFixture, createUploadForm, generate, uploadedPhoto } from './support/art-fixture.js';

let fixture: ArtFixture;
let service: TestService;
let jpeg: Buffer;
const guest = asGuest();

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  jpeg = await petJpeg(160, 120);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

async function get(path: string, headers: Record<string, string> = {}, as?: IdentityClaims) {
  const identity = as ? { [IDENTITY_HEADER]: await signIdentityToken(as) } : {};
  const response = await fetch(new URL(path, service.url), { headers: { ...headers, ...identity } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}
const uploadOwnPhoto = (as: IdentityClaims = guest): Promise<UploadedImage> => uploadedPhoto(service, as, jpeg);
const uploadProductPicture = async (file: Uint8Array): Promise<UploadedImage> =>
  (
    await service.call('POST', '/api/admin/product-pictures', { as: asAdmin(), body: createUploadForm(file) })
  ).json<UploadedImage>();
const originalOf = (id: string): string => fixture.getPath(originalKey(id, 'image/jpeg'));

describe('GET /media/:id', () => {
  it('sends a public original without a session, to be revalidated after a day', async () => {
    const picture = await uploadProductPicture(jpeg);
    const { status, headers, bytes } = await get(picture.url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept',
      etag: `"${picture.id}"`,
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, height: 120 });
  });

  it.each<[number, string, string, string]>([
    [320, 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/avif', 'heif'],
    [640, 'image/webp,*/*', 'image/webp', 'webp'],
    [1024, '*/*', 'image/jpeg', 'jpeg'],
  ])('sends a copy %i px wide to %s as %s', async (width, accept, type, format) => {
    const { url } = await uploadProductPicture(await petJpeg(1200, 300));
    const { status, headers, bytes } = await get(`${url}?w=${width}`, { accept });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 4, format });
  });

  it('never enlarges, and keeps a PNG’s transparency', async () => {
    const png = await petPhoto(200, 100).ensureAlpha(0.5).png().toBuffer();
    const { bytes, headers } = await get(`${(await uploadProductPicture(png)).url}?w=640`, { accept: '*/*' });
    expect(headers.get('content-type')).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, hasAlpha: true });
  });

  it.each(['image/avif', 'image/webp', '*/*'])('makes a copy as %s of a picture 20,000 px high', async (accept) => {
    const ribbon = await uploadProductPicture(await petPhoto(4, 20_000).png().toBuffer());
    const { status, bytes } = await get(`${ribbon.url}?w=320`, { accept });
    expect([status, (await sharp(bytes).metadata()).height]).toEqual([200, 16_383]);
  });

  it('responds with 304 to a browser that has the copy', async () => {
    const { id, url } = await uploadProductPicture(jpeg);
    const { status, headers } = await get(`${url}?w=640`, {
      accept: 'image/webp',
      'if-none-match': `"x", W/"${id}-640-webp"`,
    });
    expect([status, headers.get('etag')]).toEqual([304, `"${id}-640-webp"`]);
  });

  it('stores one copy for simultaneous requests, and serves it until the picture is removed', async () => {
    const { id, url } = await uploadProductPicture(jpeg);
    const request = () => get(`${url}?w=320`, { accept: 'image/webp' });
    const answers = await Promise.all(Array.from({ length: 6 }, request));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    expect(fixture.listFiles(`${id}-`)).toHaveLength(1);
    await rm(fixture.getPath(copyKey(id, 320, 'webp')));
    await rm(originalOf(id));
    expect((await request()).bytes.equals(answers[0]!.bytes)).toBe(true);
    await fixture.database.query(`UPDATE images SET status = 'removed' WHERE id = $1`, [id]);
    expect((await request()).status).toBe(404);
    expect((await get(url)).status).toBe(404);
  });

  it.each([`/media/${randomUUID()}?w=320`, '/media/1', '/media/..%2f..%2fetc%2fpasswd'])(
    'responds with an uncacheable 404 to %s',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it('sends a photo to its owner and to admins only, and no cache may store it', async () => {
    const owner = asUser({ guestId: randomUUID() });
    const photos = [await uploadOwnPhoto(owner), await uploadOwnPhoto(asGuest(owner.guestId))];
    for (const { url } of photos) {
      const statuses = async (path: string): Promise<number[]> =>
        Promise.all([owner, asAdmin(), guest, asUser(), undefined].map(async (as) => (await get(path, {}, as)).status));
      expect(await statuses(url)).toEqual([200, 200, 404, 404, 404]);
      expect(await statuses(`${url}?w=320`)).toEqual([200, 200, 404, 404, 404]);
      const { headers } = await get(`${url}?w=320`, {}, owner);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('responds with 404 for a picture whose file is missing', async () => {
    const { id, url } = await uploadProductPicture(jpeg);
    await rm(originalOf(id));
    expect([(await get(url)).status, (await get(`${url}?w=320`)).status]).toEqual([404, 404]);
  });
});

describe('GET /api/styles', () => {
  afterEach(() => fixture.database.query('UPDATE ai_styles SET active = true'));

  it('lists the four seeded styles in order, without prompts, cacheable by ETag', async () => {
    const first = await service.call('GET', '/api/styles');
    expect(first.json<Style[]>().map(({ key, name }) => [key, name])).toEqual([
      ['cyberpunk', 'Cyberpunk'],
      ['modern', 'Modern'],
      ['minimalistic', 'Minimalistic'],
      ['abstract', 'Abstract'],
    ]);
    expect(Object.keys(first.json<Style[]>()[0]!).sort()).toEqual(['description', 'engine', 'id', 'key', 'name']);
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect(await service.call('GET', '/api/styles', { headers })).toMatchObject({ status: 304, text: '' });
  });

  it('gets each style once, also a new one, none with SEED=none, and lists active styles only', async () => {
    const styles = service.get(StylesService);
    const listed = async (): Promise<string[]> => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
      const { body } = await styles.getListResponse();
      jest.restoreAllMocks();
      return (JSON.parse(body.toString()) as Style[]).map(({ key }) => key);
    };
    await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'modern'`);
    await styles.onModuleInit();
    expect(await listed()).toEqual(['cyberpunk', 'minimalistic', 'abstract']);
    const listKeys = async (): Promise<string[]> =>
      (await fixture.database.query<{ key: string }>('SELECT key FROM ai_styles ORDER BY position')).map(
        ({ key }) => key,
      );
    const withBaroque = [
      ...STYLE_SEEDS,
      { key: 'baroque', name: 'Baroque', description: 'Gold.', promptTemplate: 'Gold {petName} {prompt}' },
    ];
    await fixture.database.query(`DELETE FROM ai_styles WHERE key = 'abstract'`);
    await Promise.all([styles.addNewStyles(withBaroque), styles.addNewStyles(withBaroque)]);
    expect(await listKeys()).toEqual(['cyberpunk', 'modern', 'minimalistic', 'baroque']);
    await fixture.database.query('DELETE FROM ai_styles; DELETE FROM seeded_styles');
    fixture.config.SEED = 'none';
    await styles.onModuleInit();
    expect(await listKeys()).toEqual([]);
    delete fixture.config.SEED;
    await styles.onModuleInit();
    expect(await listKeys()).toEqual(['cyberpunk', 'modern', 'minimalistic', 'abstract']);
  });
});

describe('the admin’s styles', () => {
  const SEEDED = ['cyberpunk', 'modern', 'minimalistic', 'abstract'];
  const change = (key: string, body: object, version?: number): Promise<TestResponse> =>
    service.call('PATCH', `/api/admin/styles/${key}`, {
      as: asAdmin(),
      body,
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
    });
  const listAll = async (): Promise<AdminStyle[]> =>
    (await service.call('GET', '/api/admin/styles', { as: asAdmin() })).json<AdminStyle[]>();
  const listOffered = async (): Promise<Style[]> => (await service.call('GET', '/api/styles')).json<Style[]>();
  const listActions = async (): Promise<string[]> =>
    (await fixture.database.query<{ action: string }>(`SELECT action FROM audit_entries ORDER BY at`)).map(
      ({ action }) => action,
    );

  it('are renamed, described and shown with an uploaded picture, at once', async () => {
    const picture = (await uploadProductPicture(jpeg)).url;
    const [{ version }] = (await listAll()) as [AdminStyle];
    const answer = await change('cyberpunk', { name: ' Neon ', description: '', exampleUrl: picture }, version);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${version + 1}"`]);
    const neon = { key: 'cyberpunk', name: 'Neon', description: null, exampleUrl: picture };
    expect((await listOffered())[0]).toMatchObject(neon);
    expect(await change('cyberpunk', { name: 'Old' }, version)).toMatchObject({
      status: 409,
      text: 'This style has changed in between. Please look at it again; nothing was changed now.',
    });
    // A repeated call finds its own change.
    expect((await change('cyberpunk', { name: 'Neon' }, version)).status).toBe(200);
    for (const exampleUrl of [`/media/${randomUUID()}`, (await uploadOwnPhoto()).url, 'https://example.com/a.png'])
      expect(await change('cyberpunk', { exampleUrl })).toMatchObject({
        status: 400,
        text: 'Please upload the example picture',
      });
    const [seed] = STYLE_SEEDS;
    await change('cyberpunk', { name: seed!.name, description: seed!.description, exampleUrl: null });
    expect(Object.keys((await listOffered())[0]!).sort()).toEqual(['description', 'engine', 'id', 'key', 'name']);
    expect((await listActions()).slice(-2)).toEqual(['style.changed', 'style.changed']);
  });

  it('are placed beside each other, each once although several admins move them', async () => {
    const move = (key: string, body: object): Promise<TestResponse> =>
      service.call('POST', `/api/admin/styles/${key}/move`, { as: asAdmin(), body });
    const keys = async (): Promise<string[]> => (await listOffered()).map(({ key }) => key);
    const versions = (await listAll()).map(({ key, version }) => [key, version] as const);
    expect((await move('abstract', { before: 'cyberpunk' })).status).toBe(204);
    // A move does not make the texts outdated that another admin is editing.
    expect(new Map((await listAll()).map(({ key, version }) => [key, version]))).toEqual(new Map(versions));
    expect(await keys()).toEqual(['abstract', 'cyberpunk', 'modern', 'minimalistic']);
    await Promise.all(SEEDED.map((key, index) => move(key, { after: SEEDED[(index + 2) % 4] })));
    expect((await keys()).toSorted()).toEqual(SEEDED.toSorted());
    for (const [index, key] of SEEDED.entries()) if (index > 0) await move(key, { after: SEEDED[index - 1] });
    expect(await keys()).toEqual(SEEDED);
    expect((await move('modern', { after: 'rococo' })).status).toBe(409);
  });

  it('are offered or not, one of them always; artworks in one that is not are still shown', async () => {
    const photo = await uploadOwnPhoto();
    const ask = { imageUrl: photo.url, styleKey: 'modern' };
    const { outputImage } = (await generate(service, guest, ask)).json<Generation>();
    expect((await change('modern', { active: false })).status).toBe(200);
    expect((await listOffered()).map(({ key }) => key)).toEqual(['cyberpunk', 'minimalistic', 'abstract']);
    expect(await generate(service, guest, { ...ask, variation: 1 })).toMatchObject({
      status: 400,
      text: 'This style is not offered any more. Please choose another one.',
    });
    expect((await get(outputImage.url)).status).toBe(200);
    const answers = await Promise.all(
      ['cyberpunk', 'minimalistic', 'abstract'].map((key) => change(key, { active: false })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422]);
    expect(await listOffered()).toHaveLength(1);
    for (const key of SEEDED) await change(key, { active: true });
    expect((await listOffered()).map(({ key }) => key)).toEqual(SEEDED);
  });
});

describe('GET /api/uploads/:id/previews/:styleKey', () => {
  const preview = (photo: { id: string }, styleKey: string, as: IdentityClaims = guest, headers = {}) =>
    get(stylePreviewUrl(photo.id, styleKey), headers, as);

  it('draws the photo in each style as WebP of 512 px, which no one stores', async () => {
    const photo = await uploadOwnPhoto();
    const drawn = await Promise.all(STYLE_KEYS.map((styleKey) => preview(photo, styleKey)));
    for (const { status, headers, bytes } of drawn) {
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, Math.max(width, height)]).toEqual(['webp', 512]);
    }
    expect(new Set(drawn.map(({ bytes }) => bytes.toString('base64'))).size).toBe(STYLE_KEYS.length);
    const etag = drawn[0]!.headers.get('etag')!;
    expect((await preview(photo, STYLE_KEYS[0], guest, { 'if-none-match': etag })).status).toBe(304);
  });

  it('draws once for simultaneous requests, and never again', async () => {
    const photo = await uploadOwnPhoto();
    const draw = jest.spyOn(service.get(PreviewWorkerPool), 'draw');
    const answers = await Promise.all(Array.from({ length: 6 }, () => preview(photo, 'abstract')));
    answers.push(await preview(photo, 'abstract'));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('is not found for an unknown or inactive style, a picture that is no upload, or an unknown id', async () => {
    const photo = await uploadOwnPhoto();
    const { outputImageId } = (await generate(service, guest, { imageUrl: photo.url })).json<Generation>();
    await fixture.database.query(
      `INSERT INTO ai_styles (key, name, prompt_template, position) VALUES ('baroque', 'Baroque', 'Gold', 9)`,
    );
    await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'cyberpunk'`);
    const answers = await Promise.all([
      ...['rococo', 'baroque', 'cyberpunk', '..%2fmodern'].map((style) =>
        get(`/api/uploads/${photo.id}/previews/${style}`, {}, guest),
      ),
      ...[outputImageId, randomUUID(), '1'].map((id) => get(`/api/uploads/${id}/previews/modern`, {}, guest)),
    ]);
    await fixture.database.query(`DELETE FROM ai_styles WHERE key = 'baroque'`);
    await fixture.database.query('UPDATE ai_styles SET active = true');
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(answers.map(() => '404 Not found'));
  });

  it('responds with 503 and Retry-After when drawing fails, and draws it at the next request', async () => {
    const photo = await uploadOwnPhoto();
    jest
      .spyOn(service.get(PreviewWorkerPool), 'draw')
      .mockRejectedValueOnce(new Error('Too many previews are waiting'));
    const { status, text, headers } = await preview(photo, 'modern');
    expect([status, text, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      'This preview is not ready yet. Please try again in a moment.',
      '2',
      'no-store',
    ]);
    expect(fixture.listFiles(photo.id)).toHaveLength(1);
    expect((await preview(photo, 'modern')).status).toBe(200);
  });

  it('responds with 503 after PREVIEW_WAIT_MS, and finishes the drawing', async () => {
    const photo = await uploadOwnPhoto();
    const waitMs = jest.replaceProperty(fixture.config, 'PREVIEW_WAIT_MS', 1);
    const draw = jest.spyOn(service.get(PreviewWorkerPool), 'draw');
    expect((await preview(photo, 'modern')).status).toBe(503);
    waitMs.restore();
    expect((await preview(photo, 'modern')).status).toBe(200);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('responds with 503 for an unreadable photo, and 404 for a missing file', async () => {
    const photo = await uploadOwnPhoto();
    await writeFile(originalOf(photo.id), 'no photo');
    expect((await preview(photo, 'modern')).status).toBe(503);
    await rm(originalOf(photo.id));
    expect((await preview(photo, 'modern')).status).toBe(404);
  });

  it('is not stored when its photo was removed during the drawing', async () => {
    const photo = await uploadOwnPhoto();
    jest.spyOn(service.get(PreviewWorkerPool), 'draw').mockImplementationOnce(async () => {
      await fixture.database.query('DELETE FROM images WHERE id = $1', [photo.id]);
      return jpeg;
    });
    expect((await preview(photo, 'modern')).status).toBe(404);
    expect(fixture.listFiles(photo.id)).toHaveLength(1);
  });
});

it('hides photo, artwork and progress from other sessions', async () => {
  const photo = await uploadOwnPhoto();
  const key = randomUUID();
  expect((await getModernPreview(photo.id)).status).toBe(200);
  await generate(service, guest, { imageUrl: photo.url }, key);
  const draw = jest.spyOn(service.get(PreviewWorkerPool), 'draw');
  for (const otherCaller of [asGuest(), asUser(), asAdmin()]) {
    for (const path of [
      stylePreviewUrl(photo.id, 'modern'),
      stylePreviewUrl(photo.id, 'minimalistic'),
      `/api/generate/${key}/progress`,
      `/api/generate/${key}/partials/1`,
    ])
      expect([path, (await get(path, {}, otherCaller)).text]).toEqual([path, 'Not found']);
    const drawn = await generate(service, otherCaller, { imageUrl: photo.url });
    expect([drawn.status, drawn.text]).toEqual([400, 'Please upload your photo again.']);
    if (otherCaller.userId) expect((await service.call('GET', '/api/designs', { as: otherCaller })).json()).toEqual([]);
  }
  expect(draw).not.toHaveBeenCalled();
});
const getModernPreview = (id: string) => get(stylePreviewUrl(id, 'modern'), {}, guest);
