import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { UploadedImage } from '@shop/contracts/art';
import { anyTransport, asGuest, asUser, type Answer, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, formOf, upload } from './art-fixture.js';
import { withItsCpu } from './its-cpu.js';
import { petJpeg, petPhoto } from './pet-photo.js';

const DAMAGED = 'This photo could not be read; the file may be damaged. Please try another.';
const WRONG_FORMAT = 'Please upload a PNG or JPEG image.';

describe('POST /api/upload', () => {
  let fixture: ArtFixture;
  let service: TestService;
  const guest = asGuest();

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
  });
  afterAll(() => fixture.close());

  const stored = async (answer: Answer): Promise<Buffer> =>
    Buffer.from(await (await fetch(new URL(answer.json<UploadedImage>().url, service.url))).arrayBuffer());

  it('keeps a JPEG and answers with its address and size', async () => {
    const answer = await upload(service, guest, await petJpeg(640, 480));
    expect(answer.status).toBe(201);
    const { id, url, width, height } = answer.json<UploadedImage>();
    expect({ url, width, height }).toEqual({ url: `/media/${id}`, width: 640, height: 480 });
    expect(
      await fixture.database.query('SELECT type, guest_id, user_id, status, width_px FROM images WHERE id = $1', [id]),
    ).toEqual([{ type: 'upload', guest_id: guest.guestId, user_id: null, status: 'active', width_px: 640 }]);
  });

  it('gives a signed-in customer’s photo to the customer', async () => {
    const user = asUser({ guestId: asGuest().guestId });
    const { id } = (await upload(service, user, await petJpeg())).json<UploadedImage>();
    expect(await fixture.database.query('SELECT user_id, guest_id FROM images WHERE id = $1', [id])).toEqual([
      { user_id: user.userId, guest_id: null },
    ]);
  });

  it('turns a photo as its EXIF says, and drops where it was taken', async () => {
    const photo = await petPhoto(64, 32)
      .composite([
        { input: { create: { width: 32, height: 32, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      ])
      .jpeg({ quality: 95 })
      .withExif({
        IFD0: { Copyright: 'Jane Doe, 12 Elm Street' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes('Elm Street')).toBe(true);
    expect((await sharp(photo).metadata()).orientation).toBe(6);

    const answer = await upload(service, guest, photo);
    expect(answer.json<UploadedImage>()).toMatchObject({ width: 32, height: 64 });
    const bytes = await stored(answer);
    const metadata = await sharp(bytes).metadata();
    expect([
      metadata.width,
      metadata.height,
      metadata.orientation,
      metadata.exif,
      metadata.xmp,
      metadata.iptc,
      metadata.icc,
    ]).toEqual([32, 64, undefined, undefined, undefined, undefined, undefined]);
    expect(bytes.includes('Elm Street')).toBe(false);
    // Turned clockwise, the left red half is on top.
    const top = await sharp(bytes).extract({ left: 10, top: 10, width: 1, height: 1 }).raw().toBuffer();
    expect([top[0]! > 200, top[1]! < 60]).toEqual([true, true]);
  });

  it('keeps a PNG as PNG, with its transparency, in 8 bit sRGB', async () => {
    const png = await sharp({
      create: { width: 20, height: 10, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    expect((await sharp(png).metadata()).depth).toBe('ushort');
    const answer = await service.call('POST', '/api/upload', {
      as: guest,
      body: formOf(png, { name: 'called.jpg', type: 'image/jpeg' }),
    });
    expect(answer.status).toBe(201);
    expect(await sharp(await stored(answer)).metadata()).toMatchObject({
      format: 'png',
      depth: 'uchar',
      space: 'srgb',
      hasAlpha: true,
      width: 20,
    });
  });

  it('turns a JPEG in print colours into sRGB', async () => {
    const cmyk = await petPhoto(40, 30).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    expect(await sharp(await stored(await upload(service, guest, cmyk))).metadata()).toMatchObject({
      space: 'srgb',
      channels: 3,
    });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a GIF', () => petPhoto(32, 32).gif().toBuffer()],
    ['a WebP', () => petPhoto(32, 32).webp().toBuffer()],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('refuses %s whatever its name and type say', async (_, make) => {
    const answer = await upload(service, guest, await make());
    expect([answer.status, answer.text]).toEqual([415, WRONG_FORMAT]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG that is cut off', async () => (await petJpeg()).subarray(0, 6_000)],
    ['a PNG that is cut off', async () => (await petPhoto().png().toBuffer()).subarray(0, 9_000)],
    ['only a signature', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])],
    ['a PNG with broken data', async () => corrupted(await petPhoto().png().toBuffer())],
  ])('refuses %s', async (_, make) => {
    const answer = await upload(service, guest, await make());
    expect([answer.status, answer.text]).toEqual([400, DAMAGED]);
  });

  it('refuses a small file of too many pixels without unpacking it', async () => {
    const [bomb, packing] = await withItsCpu(() =>
      sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' }, limitInputPixels: false })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    );
    expect(bomb.length).toBeLessThan(1_000_000);
    const [answer, refusing] = await withItsCpu(() => upload(service, guest, bomb));
    expect([answer.status, answer.text]).toEqual([
      413,
      'That photo is too large. Please use one with at most 50 megapixels.',
    ]);
    // Unpacking it takes about as much as packing it did.
    expect(refusing).toBeLessThan(packing);
  });

  it('refuses more than 25 MB, however the photo is sent', async () => {
    const big = Buffer.concat([await petJpeg(), Buffer.alloc(25 * 1024 * 1024)]);
    const answer = await upload(service, guest, big);
    expect([answer.status, answer.text]).toEqual([413, 'That photo is too large. Please use one of at most 25 MB.']);
    const chunked = await chunkedUpload(service, guest, big);
    expect([chunked.status, await chunked.text()]).toEqual([
      413,
      'That photo is too large. Please use one of at most 25 MB.',
    ]);
  });

  it('takes a photo of just under 25 MB', async () => {
    const padded = Buffer.concat([await petJpeg(), Buffer.alloc(24 * 1024 * 1024)]);
    expect((await upload(service, guest, padded)).status).toBe(201);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['another field', async () => formOf(await petJpeg(), { field: 'photo' }), 'Please choose a photo to upload.'],
    ['no field', async () => withField(new FormData()), 'Please choose a photo to upload.'],
    ['JSON', async () => ({ image: 'https://example.com/pet.jpg' }), 'Please choose a photo to upload.'],
    ['two photos', async () => twice(await petJpeg()), 'Please upload one photo at a time.'],
  ])('refuses %s', async (_, body, sentence) => {
    const answer = await service.call('POST', '/api/upload', { as: guest, body: await body() });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('refuses a form that ends in the middle', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n${'a'.repeat(100)}`;
    const answer = await service.call('POST', '/api/upload', {
      as: guest,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([answer.status, answer.text]).toEqual([400, DAMAGED]);
  });

  it('asks who is there', async () => {
    expect((await service.call('POST', '/api/upload', { body: formOf(await petJpeg()) })).status).toBe(401);
  });

  it('answers RFC 9457 where it is asked for', async () => {
    const answer = await service.call('POST', '/api/upload', {
      as: guest,
      body: formOf(Buffer.from('no photo')),
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.json()).toMatchObject({ status: 415, code: 'PHOTO_FORMAT', detail: WRONG_FORMAT });
  });

  it('says so where the folder for what is received can’t be used', async () => {
    const incoming = join(fixture.folder, 'images', 'incoming');
    await rm(incoming, { recursive: true, force: true });
    await mkdir(dirname(incoming), { recursive: true });
    await writeFile(incoming, 'no folder');
    const { status, text } = await upload(service, guest, await petJpeg());
    expect([status, text]).toEqual([
      503,
      'The picture store is not reachable right now. Please try again in a moment.',
    ]);
    await rm(incoming);
    expect((await upload(service, guest, await petJpeg())).status).toBe(201);
  });

  it('leaves nothing half received behind', async () => {
    expect(await readdir(join(fixture.folder, 'images', 'incoming'))).toEqual([]);
  });
});

function corrupted(png: Buffer): Buffer {
  const broken = Buffer.from(png);
  broken.fill(0x55, 200, png.length - 50);
  return broken;
}

function withField(form: FormData): FormData {
  form.append('note', 'no photo here');
  return form;
}

function twice(photo: Uint8Array): FormData {
  const form = formOf(photo);
  form.append('image', new Blob([Uint8Array.from(photo)]), 'second.jpg');
  return form;
}

/** Without a content-length: only counting what arrives can stop it. */
async function chunkedUpload(service: TestService, as: ReturnType<typeof asGuest>, file: Buffer): Promise<Response> {
  const { signIdentityToken } = await import('@shop/testing');
  const form = new Response(formOf(file));
  return fetch(new URL('/api/upload', service.url), {
    method: 'POST',
    body: form.body,
    duplex: 'half',
    headers: { 'content-type': form.headers.get('content-type')!, 'x-identity-token': await signIdentityToken(as) },
  });
}
