import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Generation } from '@shop/contracts/art';
import type { IdentityClaims } from '@shop/contracts/common';
import { anyTransport, asGuest, asUser, signIdentityToken, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { extract } from 'tar-stream';
import { ArtFixture, uploaded } from './art-fixture.js';
import { keptArtwork } from './paid-order.js';
import { petJpeg } from './pet-photo.js';

describe('GET /internal/personal-data', () => {
  let fixture: ArtFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
  });
  afterAll(() => fixture.close());

  const filesOf = async (as: IdentityClaims): Promise<Record<string, Buffer>> => {
    const answer = await fetch(new URL('/internal/personal-data', service.url), {
      headers: { 'x-identity-token': await signIdentityToken(as) },
    });
    expect(answer.headers.get('content-type')).toBe('application/x-tar');
    const tar = extract();
    const files: Record<string, Buffer> = {};
    tar.on('entry', ({ name }, body, next) => {
      void buffer(body).then((bytes) => {
        files[name] = bytes;
        next();
      });
    });
    await pipeline(Readable.fromWeb(answer.body as never), tar);
    return files;
  };
  const json = (file: Buffer | undefined): Record<string, unknown>[] =>
    JSON.parse(String(file)) as Record<string, unknown>[];

  it('gives the designs as facts and every picture itself', async () => {
    const user = asUser();
    const photo = await uploaded(service, user, await petJpeg());
    const body = { imageUrl: photo.url, styleKey: 'abstract', petName: 'Zoë 🐕', prompt: 'in blue' };
    const { id, outputImageId } = (await service.call('POST', '/api/generate', { as: user, body })).json<Generation>();
    const files = await filesOf(user);
    expect(Object.keys(files).sort()).toEqual(
      [`artworks/${outputImageId}.png`, 'designs.json', `photos/${photo.id}.jpg`, 'pictures.json'].sort(),
    );
    expect(json(files['designs.json'])).toEqual([
      expect.objectContaining({
        id,
        styleKey: 'abstract',
        petName: 'Zoë 🐕',
        prompt: 'in blue',
        status: 'completed',
        photoId: photo.id,
        artworkId: outputImageId,
      }),
    ]);
    expect(await sharp(files[`artworks/${outputImageId}.png`]).metadata()).toMatchObject({ format: 'png' });
    expect(
      json(files['pictures.json'])
        .map(({ file }) => file)
        .sort(),
    ).toEqual([`artworks/${outputImageId}.png`, `photos/${photo.id}.jpg`]);
    expect(String(files['designs.json'])).not.toMatch(/hash|idempotency|claimed/i);
  });

  it('gives nobody another’s pictures, and somebody without any an honest nothing', async () => {
    await keptArtwork(fixture, { userId: asUser().userId });
    const files = await filesOf(asUser());
    expect(Object.keys(files).sort()).toEqual(['designs.json', 'pictures.json']);
    expect(json(files['pictures.json'])).toEqual([]);
  });

  it('holds many more pictures than one page of them', async () => {
    const user = asUser();
    const artworkId = await keptArtwork(fixture, { userId: user.userId });
    await fixture.database.query(
      `INSERT INTO images (id, user_id, type, url, mime_type, width_px, height_px, size_bytes)
       SELECT gen_random_uuid(), $1, 'upload', '/media/x', 'image/jpeg', 1, 1, 1 FROM generate_series(1, 450)`,
      [user.userId],
    );
    const pictures = json((await filesOf(user))['pictures.json']);
    expect(pictures).toHaveLength(451);
    expect(pictures.find(({ id }) => id === artworkId)).toMatchObject({
      kind: 'artwork',
      file: `artworks/${artworkId}.png`,
    });
  });

  it('names a picture whose file is lost, and gives the rest', async () => {
    const user = asUser();
    const [lost, kept] = [
      await keptArtwork(fixture, { userId: user.userId }),
      await keptArtwork(fixture, { userId: user.userId }),
    ];
    await rm(join(fixture.folder, 'images', 'originals', lost.slice(0, 2), `${lost}.png`));
    const files = await filesOf(user);
    expect(json(files['pictures.json']).find(({ id }) => id === lost)).toMatchObject({ file: null });
    expect(files[`artworks/${kept}.png`]?.length).toBeGreaterThan(100);
  });

  it('is for people with an account', async () => {
    expect((await service.call('GET', '/internal/personal-data')).status).toBe(401);
    expect((await service.call('GET', '/internal/personal-data', { as: asGuest() })).status).toBe(401);
  });
});
