import { globSync } from 'node:fs';
import { stylePreviewUrl } from '@shop/contracts/art';
import { anyTransport, asGuest, eventually, type TestService } from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { petJpeg } from './pet-photo.js';

describe('uploads that nobody used', () => {
  let fixture: ArtFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start({ UPKEEP_MS: '100', PREVIEW_WAIT_MS: '60000' });
  });
  afterAll(() => fixture.close());

  it('are gone after thirty days, file and all; younger and used ones stay', async () => {
    const guest = asGuest();
    const photo = await petJpeg();
    const [unused, young, used, fresh] = [
      await uploaded(service, guest, photo),
      await uploaded(service, guest, photo),
      await uploaded(service, guest, photo),
      await uploaded(service, guest, photo),
    ];
    expect(
      (await service.call('POST', '/api/generate', { as: guest, body: { imageUrl: used.url, styleKey: 'abstract' } }))
        .status,
    ).toBe(201);
    expect((await service.call('GET', stylePreviewUrl(unused.id, 'modern'), { as: guest })).status).toBe(200);
    expect(globSync(`images/**/${unused.id}*`, { cwd: fixture.folder })).toHaveLength(2);
    await fixture.database.query(`UPDATE images SET created_at = now() - interval '29 days 23 hours' WHERE id = $1`, [
      young.id,
    ]);
    await fixture.database.query(
      `UPDATE images SET created_at = now() - interval '30 days 1 hour' WHERE id <> ALL ($1)`,
      [[young.id, fresh.id]],
    );
    const left = () => fixture.database.query<{ id: string }>(`SELECT id FROM images WHERE type = 'upload'`);
    await eventually(async () =>
      expect((await left()).map(({ id }) => id).sort()).toEqual([young.id, used.id, fresh.id].sort()),
    );
    await eventually(() => expect(globSync(`images/**/${unused.id}*`, { cwd: fixture.folder })).toEqual([]));
    expect((await service.call('GET', unused.url)).status).toBe(404);
    expect((await service.call('GET', used.url)).status).toBe(200);
    // The artwork is old as well, and stays.
    expect(await fixture.database.query(`SELECT id FROM images WHERE type = 'artwork'`)).toHaveLength(1);
  });
});
