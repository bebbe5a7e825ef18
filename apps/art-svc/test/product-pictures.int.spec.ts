import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadedImageSchema } from '@shop/contracts/art';
import { anyTransport, asAdmin, asGuest, asUser, type Answer, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, formOf, upload } from './art-fixture.js';
import { petJpeg, petPhoto } from './pet-photo.js';

describe('POST /api/admin/product-pictures', () => {
  let fixture: ArtFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
  });
  afterAll(() => fixture.close());

  const send = (file: Uint8Array, as = asAdmin()): Promise<Answer> =>
    service.call('POST', '/api/admin/product-pictures', { as, body: formOf(file) });
  const kept = (): Promise<unknown[]> => fixture.database.query('SELECT id FROM images');

  it('keeps the picture of a product, which belongs to nobody, and serves it like every picture (D15)', async () => {
    const answer = await send(await petPhoto(900, 600).png().toBuffer());
    expect(answer.status).toBe(201);
    const picture = uploadedImageSchema.parse(answer.json());
    expect(picture).toEqual({ id: picture.id, url: `/media/${picture.id}`, width: 900, height: 600 });
    expect(
      await fixture.database.query('SELECT type, user_id, guest_id, status FROM images WHERE id = $1', [picture.id]),
    ).toEqual([{ type: 'product', user_id: null, guest_id: null, status: 'active' }]);
    const small = await fetch(new URL(`${picture.url}?w=320`, service.url), { headers: { accept: 'image/webp' } });
    expect([small.status, small.headers.get('content-type'), small.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320);
  });

  it('drops where a photo was taken, as with every upload (D14)', async () => {
    const photo = await petPhoto(64, 32)
      .jpeg()
      .withExif({ IFD0: { Copyright: '12 Elm Street' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const answer = await send(photo);
    expect(answer.json()).toMatchObject({ width: 32, height: 64 });
    const bytes = Buffer.from(
      await (await fetch(new URL(answer.json<{ url: string }>().url, service.url))).arrayBuffer(),
    );
    expect(bytes.includes('Elm Street')).toBe(false);
  });

  it.each<[string, () => Promise<Buffer>, number, string]>([
    [
      'a page',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'Please upload a PNG or JPEG image.',
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'Please upload a PNG or JPEG image.',
    ],
    [
      'a photo that is cut off',
      async () => (await petJpeg()).subarray(0, 6_000),
      400,
      'This photo could not be read; the file may be damaged. Please try another.',
    ],
  ])('refuses %s, and keeps nothing of it', async (_, make, status, text) => {
    const before = await kept();
    expect(await send(await make())).toMatchObject({ status, text });
    expect(await kept()).toEqual(before);
    expect(await readdir(join(fixture.folder, 'images', 'incoming'))).toEqual([]);
  });

  it.each([
    ['nobody', undefined, 401, 'Not signed in'],
    ['a guest', asGuest(), 401, 'Not signed in'],
    ['a customer', asUser(), 403, 'Admin access required'],
  ])('is closed to %s', async (_who, as, status, text) => {
    const before = await kept();
    expect(
      await service.call('POST', '/api/admin/product-pictures', { as, body: formOf(await petJpeg()) }),
    ).toMatchObject({ status, text });
    expect(await kept()).toEqual(before);
  });

  it('is no photo of the admin’s: nobody can have it drawn, and it stays when things change hands', async () => {
    const admin = asAdmin();
    const { url } = (await send(await petJpeg(), admin)).json<{ url: string }>();
    const drawn = await service.call('POST', '/api/generate', {
      as: admin,
      body: { imageUrl: url, styleKey: 'modern' },
    });
    expect(drawn.status).toBe(400);
    const own = await upload(service, admin, await petJpeg());
    expect(own.status).toBe(201);
    await expect(
      fixture.database.query(`UPDATE images SET user_id = $1 WHERE type = 'product'`, [admin.userId]),
    ).rejects.toThrow('images_one_owner');
  });
});
