import type { ArtworkFacts, Generation } from '@shop/contracts/art';
import { printFileCompleted } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import { orderPaid } from '@shop/contracts/order';
import {
  asGuest,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { FakeCatalogue, keptArtwork, paidItem, paidOrder } from './paid-order.js';
import { petJpeg } from './pet-photo.js';

type Completed = EventPayload<typeof printFileCompleted>;

describe('print files of what the built-in engine drew', () => {
  const [transport] = testTransports();
  let fixture: ArtFixture;
  let catalogue: FakeCatalogue;
  let service: TestService;
  let events: EventRecorder;
  let artwork: Generation;

  beforeAll(async () => {
    catalogue = await FakeCatalogue.open();
    fixture = await ArtFixture.open(transport!);
    events = await recordEvents(transport!, ['print-file.completed', 'print-file.failed']);
    service = await fixture.start({ CATALOG_URL: catalogue.url });
    const guest = asGuest();
    const { url } = await uploaded(service, guest, await petJpeg());
    artwork = (
      await service.call('POST', '/api/generate', {
        as: guest,
        body: { imageUrl: url, styleKey: 'abstract', petName: 'Biscuit', prompt: 'red' },
      })
    ).json<Generation>();
  });
  afterAll(async () => {
    await events.stop();
    await fixture.close();
    await catalogue.close();
  });

  async function densityPrinted(): Promise<number> {
    const order = paidOrder([paidItem(artwork.outputImageId, { design: { scale: 200 } })]);
    await publishEvent(transport!, orderPaid, { subject: `order/${order.order.id}`, data: order });
    const find = () =>
      events.all('print-file.completed').find(({ subject }) => subject === `order-item/${order.order.items[0]!.id}`);
    await eventually(() => expect(find()).toBeDefined());
    return (find()!.data as Completed).printFile.dpi;
  }

  const facts = async (id: string): Promise<ArtworkFacts> =>
    (await service.call('GET', `/api/artworks/${id}`)).json<ArtworkFacts>();

  /** Its own pixels on 200 % of 450 px at 300 dpi, which is 3 inches. */
  const ownDensity = (widthPx: number): number => Math.floor(widthPx / 3);

  it('are painted anew, as dense as the press prints', async () => {
    expect(await facts(artwork.outputImageId)).toMatchObject({ id: artwork.outputImageId, isPaintedAnew: true });
    expect(await densityPrinted()).toBe(300);
  });

  it.each([
    ['the photo is gone', `'sourceImageId', gen_random_uuid()`, false],
    ['a later engine would draw it differently', `'engineVersion', '1'`, false],
    ['another engine drew it', `'engine', 'openai'`, false],
    // Never seen: a photo is not read for a question that the designer asks of each artwork.
    ['the photo is not the one it was drawn from', `'sourceSha256', repeat('0', 64)`, true],
  ])('are enlarged, and told so, where %s', async (_, change, isPaintedAnew) => {
    const [image] = await fixture.database.query<{ metadata: object; width_px: number }>(
      'SELECT metadata, width_px FROM images WHERE id = $1',
      [artwork.outputImageId],
    );
    await fixture.database.query(
      `UPDATE images SET metadata = metadata || jsonb_build_object(${change}) WHERE id = $1`,
      [artwork.outputImageId],
    );
    expect(await facts(artwork.outputImageId)).toMatchObject({ isPaintedAnew });
    expect(await densityPrinted()).toBe(ownDensity(image!.width_px));
    await fixture.database.query('UPDATE images SET metadata = $2 WHERE id = $1', [
      artwork.outputImageId,
      JSON.stringify(image!.metadata),
    ]);
  });

  it('tell the designer of an artwork that can only be enlarged', async () => {
    const id = await keptArtwork(fixture, { guestId: asGuest().guestId });
    expect(await facts(id)).toEqual({ id, width: 512, height: 640, isPaintedAnew: false });
    expect((await service.call('GET', '/api/artworks/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
  });
});
