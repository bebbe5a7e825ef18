import { createHash } from 'node:crypto';
import {
  CONTINUE_LINK_INVALID,
  continueLinkRequested,
  continueLinkSecretSchema,
  type ArtworkSource,
  type ContinuedDesign,
  type Design,
  type Generation,
} from '@shop/contracts-art';
import type { IdentityClaims } from '@shop/contracts-common';
import { decryptPayload } from '@shop/service-kit';
import {
  asGuest,
  asUser,
  recordEvents,
  TEST_EMAIL_SECRET,
  type EventRecorder,
  type TestResponse,
  type TestService,
} from '@shop/testing';
import { petJpeg } from '@shop/art-engine/testing';
import { originalKey } from '../src/images/image-keys.js';
import { ImageStore } from '../src/images/image-store.js';
import { ArtFixture, generate, uploadedPhoto } from './support/art-fixture.js';

const EMAIL = 'pat@example.com';
let addresses = 0;
/** Each test has its own, as an address gets five emails a day. */
const newAddress = (): string => `pat-${++addresses}@example.com`;

describe('continuing on another device', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let jpeg: Buffer;
  beforeAll(async () => {
    fixture = await ArtFixture.open();
    ({ service } = fixture);
    events = await recordEvents(fixture.transport, ['continue-link.requested', 'artwork.completed']);
    jpeg = await petJpeg(160, 120);
  });
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const drawArtwork = async (as: IdentityClaims): Promise<string> => {
    const [first, second] = [await uploadedPhoto(service, as, jpeg), await uploadedPhoto(service, as, jpeg)];
    const drawn = await generate(service, as, {
      imageUrl: first.url,
      styleKey: 'modern',
      petName: 'Rex',
      furtherPets: [{ imageUrl: second.url }],
    });
    return drawn.json<Generation>().outputImageId;
  };
  const send = (as: IdentityClaims, artworkId: string, email = newAddress()): Promise<TestResponse> =>
    service.call('POST', `/api/artworks/${artworkId}/continue-links`, { as, body: { email } });
  const sendLink = async (as: IdentityClaims, artworkId: string, email = newAddress()): Promise<string> => {
    expect((await send(as, artworkId, email)).status).toBe(204);
    const found = await events.waitForEvent(
      'continue-link.requested',
      ({ subject }) => subject === `artwork-of/${artworkId}`,
    );
    const { encrypted } = found.data as { encrypted: string };
    const secret = continueLinkSecretSchema.parse(
      await decryptPayload(TEST_EMAIL_SECRET, continueLinkRequested.type, encrypted),
    );
    expect(secret.email).toBe(email);
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`${email}|${secret.token}`));
    return secret.token;
  };
  const open = (as: IdentityClaims, token: string): Promise<TestResponse> =>
    service.call('POST', '/api/continue-links/open', { as, body: { token } });
  const designsOf = async (as: IdentityClaims): Promise<Design[]> =>
    (await service.call('GET', '/api/guest/designs', { as })).json<Design[]>();
  const metadataOf = async (id: string): Promise<Record<string, unknown>> =>
    (
      await fixture.database.query<{ metadata: Record<string, unknown> }>('SELECT metadata FROM images WHERE id = $1', [
        id,
      ])
    )[0]!.metadata;

  it('gives a copy of this design, and nothing else, to the browser that opens the link', async () => {
    const [owner, other] = [asGuest(), asGuest()];
    await drawArtwork(owner);
    const artworkId = await drawArtwork(owner);
    const token = await sendLink(owner, artworkId);
    const answer = await open(other, token);
    expect(answer.status).toBe(200);
    const { imageId, imageUrl } = answer.json<ContinuedDesign>();
    expect([imageId === artworkId, imageUrl]).toEqual([false, `/media/${imageId}`]);

    const [design, ...rest] = await designsOf(other);
    expect(rest).toEqual([]);
    expect(design).toMatchObject({ outputImageId: imageId, styleKey: 'modern', petName: 'Rex', status: 'completed' });
    expect(await designsOf(owner)).toHaveLength(2);
    // order-svc learns that the copy belongs to the other guest.
    const { data } = await events.waitForEvent(
      'artwork.completed',
      ({ subject }) => subject === `artwork/${design!.id}`,
    );
    expect(data).toMatchObject({ imageId, guestId: other.guestId, userId: null, watched: true });

    const source = (await service.call('GET', `/api/artworks/${imageId}/source`, { as: other })).json<ArtworkSource>();
    expect(source).toMatchObject({ petName: 'Rex', pets: [{ photo: { width: 160 } }, { photo: { width: 160 } }] });
    for (const { photo } of source.pets)
      expect((await service.call('GET', photo!.url, { as: other })).status).toBe(200);
    expect((await service.call('GET', `/api/artworks/${artworkId}/source`, { as: other })).status).toBe(404);

    // The copy is printed from its own files.
    const metadata = await metadataOf(imageId);
    const store = service.get(ImageStore);
    const photo = await store.read(originalKey(String(metadata.sourceImageId), 'image/jpeg'));
    expect(createHash('sha256').update(photo!).digest('hex')).toBe(metadata.sourceSha256);
    expect(metadata.sourceImageId).toBe(source.pets[0]?.photo?.id);
    const own = await fixture.database.query<{ id: string }>(
      'SELECT cut_outs.id FROM cut_outs JOIN images photo ON photo.id = image_id WHERE photo.guest_id = $1',
      [other.guestId],
    );
    expect(own.map(({ id }) => id)).toContain(metadata.cutOutId);
  });

  it('works once: in the same browser again, in a third never', async () => {
    const [owner, other] = [asGuest(), asGuest()];
    const token = await sendLink(owner, await drawArtwork(owner));
    const answers = await Promise.all([open(other, token), open(other, token)]);
    const [first, second] = answers.map((answer) => answer.json<ContinuedDesign>());
    expect(second).toEqual(first);
    expect((await open(other, token)).json()).toEqual(first);
    const third = await open(asUser(), token);
    expect([third.status, third.text]).toEqual([404, CONTINUE_LINK_INVALID]);
    expect(await designsOf(other)).toHaveLength(1);
  });

  it('opens the design itself where it belongs, and stays valid', async () => {
    const [owner, other] = [asGuest(), asUser()];
    const artworkId = await drawArtwork(owner);
    const token = await sendLink(owner, artworkId);
    expect((await open(owner, token)).json<ContinuedDesign>().imageId).toBe(artworkId);
    expect((await open(other, token)).status).toBe(200);
  });

  it('ends after a day', async () => {
    const owner = asGuest();
    const artworkId = await drawArtwork(owner);
    const token = await sendLink(owner, artworkId);
    await fixture.database.query('UPDATE continue_links SET expires_at = now() WHERE image_id = $1', [artworkId]);
    expect((await open(asGuest(), token)).status).toBe(404);
    expect((await open(asGuest(), 'unknown')).status).toBe(404);
  });

  it('is sent by the owner only, to an address, five times a day', async () => {
    const owner = asGuest();
    const artworkId = await drawArtwork(owner);
    expect((await send(asGuest(), artworkId)).status).toBe(404);
    expect((await send(owner, artworkId, 'nobody')).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(owner, artworkId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 429]);

    const others = await Promise.all([asGuest(), asGuest()].map(async (as) => [as, await drawArtwork(as)] as const));
    const toOne = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(others[index % 2]![0], others[index % 2]![1], EMAIL)),
    );
    expect(toOne.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 429]);
  });
});
