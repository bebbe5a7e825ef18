import {
  SHARE_LINKS_MAX,
  type Generation,
  type NewShareLink,
  type SharedArtwork,
  type ShareLink,
} from '@shop/contracts-art';
import type { IdentityClaims, PageHead } from '@shop/contracts-common';
import { guestClaimed, userErasureRequested } from '@shop/contracts-identity';
import { asGuest, asUser, publishEvent, waitFor, type TestService } from '@shop/testing';
import { petJpeg } from '@shop/art-engine/testing';
import sharp from 'sharp';
import { ArtFixture, generate, uploadedPhoto } from './support/art-fixture.js';

describe('share links', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let jpeg: Buffer;
  beforeAll(async () => {
    fixture = await ArtFixture.open();
    ({ service } = fixture);
    jpeg = await petJpeg(160, 120);
  });
  afterAll(() => fixture.close());

  const drawArtwork = async (as: IdentityClaims): Promise<string> => {
    const { url: imageUrl } = await uploadedPhoto(service, as, jpeg);
    const drawn = await generate(service, as, { imageUrl, styleKey: 'modern', petName: 'Rex', background: 'none' });
    return drawn.json<Generation>().outputImageId;
  };
  const linksOf = (artworkId: string): string => `/api/artworks/${artworkId}/share-links`;
  const makeLink = async (as: IdentityClaims, artworkId: string): Promise<NewShareLink & { token: string }> => {
    const link = (await service.call('POST', linksOf(artworkId), { as })).json<NewShareLink>();
    return { ...link, token: link.path.slice('/a/'.length) };
  };
  const getShared = (token: string) => service.call('GET', `/api/shared-artworks/${token}`);
  const getPicture = (token: string) => fetch(new URL(`/media/shared/${token}`, service.url));

  it('show everybody a smaller picture, which says nothing about photo and artwork', async () => {
    const guest = asGuest();
    const artworkId = await drawArtwork(guest);
    const { id, token, createdAt } = await makeLink(guest, artworkId);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const answer = await getShared(token);
    const shared = answer.json<SharedArtwork>();
    expect(shared).toMatchObject({ styleKey: 'modern', petName: 'Rex', picture: { url: `/media/shared/${token}` } });
    expect(answer.text).not.toContain(artworkId);

    const response = await getPicture(token);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(JSON.stringify([...response.headers])).not.toContain(artworkId);
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual([
      'jpeg',
      shared.picture.width,
      shared.picture.height,
    ]);
    expect(Math.max(picture.width, picture.height)).toBe(1_000);

    const head = await service.call('GET', `/internal/page-heads/shared-artworks/${token}`);
    expect(head.json<PageHead>()).toMatchObject({ title: 'Rex as a work of art · PetArt', picture: shared.picture });

    expect((await service.call('GET', linksOf(artworkId), { as: guest })).json()).toEqual([{ id, createdAt }]);
    const stored = await fixture.database.query('SELECT * FROM share_links');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('are made, listed and ended by the owner only, also after the sign-in', async () => {
    const [guest, stranger] = [asGuest(), asGuest()];
    const artworkId = await drawArtwork(guest);
    const { id, token } = await makeLink(guest, artworkId);
    for (const [method, path] of [
      ['GET', linksOf(artworkId)],
      ['POST', linksOf(artworkId)],
      ['DELETE', `/api/share-links/${id}`],
    ] as const) {
      expect((await service.call(method, path, { as: stranger })).status).toBe(404);
      expect((await service.call(method, path)).status).toBe(401);
    }
    expect((await getShared(token)).status).toBe(200);

    const user = asUser();
    await publishEvent(fixture.transport, guestClaimed, {
      subject: `user/${user.userId}`,
      data: { guestId: guest.guestId!, userId: user.userId! },
    });
    await waitFor(async () => expect((await service.call('GET', linksOf(artworkId), { as: user })).status).toBe(200));
    expect((await service.call('DELETE', `/api/share-links/${id}`, { as: user })).status).toBe(204);
    for (const response of [await getShared(token), await getPicture(token)]) expect(response.status).toBe(404);
    expect((await service.call('DELETE', `/api/share-links/${id}`, { as: user })).status).toBe(404);
  });

  it('are at most five for an artwork, also when made at once', async () => {
    const guest = asGuest();
    const artworkId = await drawArtwork(guest);
    const answers = await Promise.all(
      Array.from({ length: SHARE_LINKS_MAX + 2 }, () => service.call('POST', linksOf(artworkId), { as: guest })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
    expect((await service.call('GET', linksOf(artworkId), { as: guest })).json<ShareLink[]>()).toHaveLength(5);
  });

  it('end with the erasure of the owner', async () => {
    const user = asUser();
    const artworkId = await drawArtwork(user);
    const { token } = await makeLink(user, artworkId);
    await (await getPicture(token)).arrayBuffer();
    await publishEvent(fixture.transport, userErasureRequested, {
      subject: `user/${user.userId}`,
      data: {
        userId: user.userId!,
        email: 'ada@example.com',
        firstName: null,
        requestedAt: new Date().toISOString(),
      },
    });
    await waitFor(async () => expect((await getShared(token)).status).toBe(404));
    await waitFor(() => expect(fixture.listFiles(artworkId)).toEqual([]));
  });

  it.each(['short', 'a'.repeat(32), '../'.repeat(8)])('are not found by %j', async (token) => {
    expect((await getShared(encodeURIComponent(token))).status).toBe(404);
  });
});
