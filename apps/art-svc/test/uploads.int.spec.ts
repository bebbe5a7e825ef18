import { readdir, rm, writeFile } from 'node:fs/promises';
import { uploadedImageSchema, type UploadedImage } from '@shop/contracts-art';
import { IDENTITY_HEADER, NETWORK_HEADER } from '@shop/contracts-common';
import {
  asAdmin,
  asGuest,
  asUser,
  signIdentityToken,
  type TestResponse,
  type TestService,
  waitFor,
} from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, createUploadForm, generate, uploadPhoto } from './support/art-fixture.js';
import { createBlackPng } from './support/crafted-photos.js';
import { petJpeg, petPhoto } from '@shop/art-engine/testing';

const DAMAGED = 'This photo could not be read; the file may be damaged. Please try another.';
const INCOMPLETE = 'This photo is incomplete. Its file was cut off, so please choose the original again.';
const TOO_LARGE = 'That photo is too large. Please use one of at most 25 MB.';

let fixture: ArtFixture;
let service: TestService;
let photo: Buffer;
const guest = asGuest();

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  photo = await petJpeg(160, 120);
});
afterAll(() => fixture.close());

const stored = async (answer: TestResponse): Promise<Buffer> => {
  const headers = { [IDENTITY_HEADER]: await signIdentityToken(asAdmin()) };
  return Buffer.from(
    await (await fetch(new URL(answer.json<UploadedImage>().url, service.url), { headers })).arrayBuffer(),
  );
};
/** An earlier photo's cut-out is saved through a temporary file, so only a file that stays was forgotten. */
const expectNoTemporaryFiles = (): Promise<void> =>
  waitFor(async () => expect(await readdir(fixture.getPath('incoming'))).toEqual([]), { timeoutMs: 10_000 });

/** A photo with an address in its EXIF and a red left half; its orientation puts red on top. */
const exifPhoto = (): Promise<Buffer> =>
  petPhoto(64, 32)
    .composite([{ input: { create: { width: 32, height: 32, channels: 3, background: '#ff0000' } }, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'Jane Doe, 12 Elm Street' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

describe('POST /api/upload', () => {
  it('stores a guest’s JPEG and returns its URL and size', async () => {
    const answer = await uploadPhoto(service, guest, photo);
    expect(answer.status).toBe(201);
    const { id, url, width, height } = answer.json<UploadedImage>();
    expect({ url, width, height }).toEqual({ url: `/media/${id}`, width: 160, height: 120 });
    expect(
      await fixture.database.query('SELECT type, guest_id, user_id, status, width_px FROM images WHERE id = $1', [id]),
    ).toEqual([{ type: 'upload', guest_id: guest.guestId, user_id: null, status: 'active', width_px: 160 }]);
    await expectNoTemporaryFiles();
  });

  it('stores a signed-in customer’s photo for the customer', async () => {
    const user = asUser({ guestId: asGuest().guestId });
    const { id } = (await uploadPhoto(service, user, photo)).json<UploadedImage>();
    expect(await fixture.database.query('SELECT user_id, guest_id FROM images WHERE id = $1', [id])).toEqual([
      { user_id: user.userId, guest_id: null },
    ]);
  });

  it('rotates a photo by its EXIF, and removes the EXIF', async () => {
    const answer = await uploadPhoto(service, guest, await exifPhoto());
    expect(answer.json<UploadedImage>()).toMatchObject({ width: 32, height: 64 });
    const bytes = await stored(answer);
    const { orientation, exif } = await sharp(bytes).metadata();
    expect([orientation, exif, bytes.includes('Elm Street')]).toEqual([undefined, undefined, false]);
    const top = await sharp(bytes).extract({ left: 10, top: 10, width: 1, height: 1 }).raw().toBuffer();
    expect([top[0]! > 200, top[1]! < 60]).toEqual([true, true]);
  });

  it('prepares a customer’s photo before most of many large ones that came earlier from two networks', async () => {
    const large = createBlackPng({ width: 6_000, height: 6_000, depth: 8, colour: 2 });
    let finished = 0;
    const send = (network: string, file: Buffer): Promise<TestResponse> =>
      service.call('POST', '/api/upload', {
        as: asGuest(),
        headers: { [NETWORK_HEADER]: network },
        body: createUploadForm(file),
      });
    const flood = Array.from({ length: 12 }, async (_, n) => {
      const { status } = await send(`network ${n % 2}`, large);
      finished++;
      return status;
    });
    await waitFor(async () => expect((await readdir(fixture.getPath('incoming'))).length).toBeGreaterThan(8));
    expect((await send('home', photo)).status).toBe(201);
    expect(finished).toBeLessThan(8);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([201]));
  });

  it('detects the format by the file’s bytes, not its name', async () => {
    const png = await petPhoto(20, 10).png().toBuffer();
    const answer = await service.call('POST', '/api/upload', {
      as: guest,
      body: createUploadForm(png, { name: 'called.jpg' }),
    });
    expect((await sharp(await stored(answer)).metadata()).format).toBe('png');
    const gif = await petPhoto(32, 32).gif().toBuffer();
    const response = await service.call('POST', '/api/upload', {
      as: guest,
      body: createUploadForm(gif),
      headers: { accept: 'application/problem+json' },
    });
    expect(response.json()).toMatchObject({
      status: 415,
      code: 'PHOTO_FORMAT',
      detail: 'This is a GIF picture. Please upload a PNG or JPEG.',
    });
  });

  it('responds with 400 to a photo that was cut off or damaged', async () => {
    expect(await uploadPhoto(service, guest, photo.subarray(0, 1_500))).toMatchObject({
      status: 400,
      text: INCOMPLETE,
    });
    const damaged = Buffer.concat([photo.subarray(0, 2), Buffer.alloc(40, 0xff), Buffer.from([0xff, 0xda, 0, 0])]);
    expect(await uploadPhoto(service, guest, damaged)).toMatchObject({ status: 400, text: DAMAGED });
  });

  it('responds with 413 to more than 25 MB, with or without a content length', async () => {
    const big = Buffer.concat([photo, Buffer.alloc(25 * 1024 * 1024)]);
    expect(await uploadPhoto(service, guest, big)).toMatchObject({ status: 413, text: TOO_LARGE });
    const form = new Response(createUploadForm(big));
    const chunked = await fetch(new URL('/api/upload', service.url), {
      method: 'POST',
      body: form.body,
      duplex: 'half',
      headers: {
        'content-type': form.headers.get('content-type')!,
        'x-identity-token': await signIdentityToken(guest),
      },
    });
    expect([chunked.status, await chunked.text()]).toEqual([413, TOO_LARGE]);
    expect((await uploadPhoto(service, guest, Buffer.concat([photo, Buffer.alloc(24 * 1024 * 1024)]))).status).toBe(
      201,
    );
  });

  it.each<[string, () => unknown, string]>([
    ['another field', () => createUploadForm(photo, { field: 'photo' }), 'Please choose a photo to upload.'],
    ['JSON', () => ({ image: 'https://example.com/pet.jpg' }), 'Please choose a photo to upload.'],
    ['two photos', () => withSecondPhoto(), 'Please upload one photo at a time.'],
  ])('responds with 400 to %s', async (_, body, text) => {
    expect(await service.call('POST', '/api/upload', { as: guest, body: body() })).toMatchObject({ status: 400, text });
  });
  const withSecondPhoto = (): FormData => {
    const form = createUploadForm(photo);
    form.append('image', new Blob([Uint8Array.from(photo)]), 'second.jpg');
    return form;
  };

  it('responds with 400 to a truncated form', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n${'a'.repeat(100)}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await service.call('POST', '/api/upload', { as: guest, body, headers });
    expect(answer).toMatchObject({ status: 400, text: 'The photo did not arrive completely. Please upload it again.' });
    await expectNoTemporaryFiles();
  });

  it('responds with 503 when the folder for incoming files is unusable', async () => {
    const folder = fixture.getPath('incoming');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'no folder');
    expect(await uploadPhoto(service, guest, photo)).toMatchObject({
      status: 503,
      text: 'The picture store is not reachable right now. Please try again in a moment.',
    });
    await rm(folder);
    expect((await uploadPhoto(service, guest, photo)).status).toBe(201);
  });
});

describe('POST /api/admin/product-pictures', () => {
  const send = (file: Uint8Array, as = asAdmin()): Promise<TestResponse> =>
    service.call('POST', '/api/admin/product-pictures', { as, body: createUploadForm(file) });

  it('stores a product picture without an owner, and serves it like every picture', async () => {
    const answer = await send(await petPhoto(400, 300).png().toBuffer());
    expect(answer.status).toBe(201);
    const picture = uploadedImageSchema.parse(answer.json());
    expect(picture).toEqual({ id: picture.id, url: `/media/${picture.id}`, width: 400, height: 300 });
    expect(
      await fixture.database.query('SELECT type, user_id, guest_id, status FROM images WHERE id = $1', [picture.id]),
    ).toEqual([{ type: 'product', user_id: null, guest_id: null, status: 'active' }]);
    const small = await fetch(new URL(`${picture.url}?w=320`, service.url), { headers: { accept: 'image/webp' } });
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is not the admin’s own photo: it can’t become an artwork, and no owner can be set', async () => {
    const admin = asAdmin();
    const { url } = (await send(photo, admin)).json<UploadedImage>();
    expect((await generate(service, admin, { imageUrl: url })).status).toBe(400);
    await expect(
      fixture.database.query(`UPDATE images SET user_id = $1 WHERE type = 'product'`, [admin.userId]),
    ).rejects.toThrow('images_one_owner');
  });
});
