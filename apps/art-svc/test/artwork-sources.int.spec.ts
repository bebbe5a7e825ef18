import type { ArtworkSource, Generation } from '@shop/contracts-art';
import { asGuest, asUser, type TestService } from '@shop/testing';
import { petJpeg } from '@shop/art-engine/testing';
import { ArtFixture, generate, uploadedPhoto } from './support/art-fixture.js';

describe('GET /api/artworks/:id/source', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let jpeg: Buffer;
  beforeAll(async () => {
    fixture = await ArtFixture.open();
    ({ service } = fixture);
    jpeg = await petJpeg(160, 120);
  });
  afterAll(() => fixture.close());

  it('says to its owner only what the artwork was drawn from, also after the sign-in', async () => {
    const guest = asGuest();
    const [first, second] = [await uploadedPhoto(service, guest, jpeg), await uploadedPhoto(service, guest, jpeg)];
    const { outputImageId } = (
      await generate(service, guest, {
        imageUrl: first.url,
        styleKey: 'modern',
        petName: 'Rex 🐶',
        prompt: 'autumn',
        background: '#19b5a5',
        furtherPets: [{ imageUrl: second.url }],
      })
    ).json<Generation>();
    const path = `/api/artworks/${outputImageId}/source`;
    const source = {
      styleKey: 'modern',
      petName: 'Rex 🐶',
      prompt: 'autumn',
      variation: 0,
      background: '#19b5a5',
      engine: 'built-in',
      pets: [
        { photo: first, cutOutId: null },
        { photo: second, cutOutId: null },
      ],
    };
    for (const as of [guest, asUser({ guestId: guest.guestId })])
      expect((await service.call('GET', path, { as })).json<ArtworkSource>()).toEqual(source);
    for (const as of [asGuest(), asUser()]) expect((await service.call('GET', path, { as })).status).toBe(404);
    expect((await service.call('GET', path)).status).toBe(401);

    await fixture.database.query(`UPDATE images SET status = 'removed' WHERE id = $1`, [second.id]);
    expect((await service.call('GET', path, { as: guest })).json<ArtworkSource>().pets[1]).toEqual({
      photo: null,
      cutOutId: null,
    });
  });
});
