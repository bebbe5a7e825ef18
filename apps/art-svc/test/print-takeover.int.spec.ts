import { orderPaid } from '@shop/contracts/order';
import { asGuest, eventually, publishEvent, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { ArtFixture } from './art-fixture.js';
import { startArtProcess } from './art-process.js';
import { FakeCatalogue, keptArtwork, paidItem, paidOrder, PRINT, type PaidOrder } from './paid-order.js';

/** Large enough to be interrupted, on any machine. */
const LARGE = { ...PRINT, areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' as const } };

for (const transport of testTransports()) {
  describe(`print files of several instances over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let catalogue: FakeCatalogue;
    let events: EventRecorder;
    const guest = asGuest();

    beforeAll(async () => {
      catalogue = await FakeCatalogue.open();
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['print-file.completed']);
    });
    // Whatever became of a test, its instances take no job of the next one.
    afterEach(() => fixture.stopAll());
    afterAll(async () => {
      await events.stop();
      await fixture.close();
      await catalogue.close();
    });

    const env = () => ({ CATALOG_URL: catalogue.url, ART_LEASE_MS: '2000', PRINT_RETRY_MS: '100' });
    const pay = (data: PaidOrder) => publishEvent(transport, orderPaid, { subject: `order/${data.order.id}`, data });
    const jobsOf = (order: PaidOrder) =>
      fixture.database.query<{ status: string; attempts: number }>(
        'SELECT status, attempts FROM print_jobs WHERE order_id = $1',
        [order.order.id],
      );
    /** Who takes over need not take as long. */
    const shrink = (order: PaidOrder) =>
      fixture.database.query('UPDATE print_jobs SET print = $2 WHERE order_id = $1', [
        order.order.id,
        JSON.stringify(PRINT),
      ]);
    const toldOf = (order: PaidOrder) => {
      const subjects = order.order.items.map(({ id }) => `order-item/${id}`);
      return events.all('print-file.completed').filter(({ subject }) => subjects.includes(subject));
    };

    it('are made once each', async () => {
      for (let n = 0; n < 2; n += 1) await fixture.start({ ...env(), ART_LEASE_MS: '60000' });
      const artworkId = await keptArtwork(fixture, guest);
      const order = paidOrder(
        Array.from({ length: 6 }, (_, n) => paidItem(artworkId, { design: { rotation: n * 15 } })),
      );
      await pay(order);
      await eventually(() => expect(toldOf(order)).toHaveLength(6));
      expect(await jobsOf(order)).toEqual(Array(6).fill({ status: 'completed', attempts: 1 }));
    });

    it('are finished by another where one was killed in the middle', async () => {
      const doomed = await startArtProcess(fixture, env());
      const artworkId = await keptArtwork(fixture, guest);
      const order = paidOrder([paidItem(artworkId, { print: LARGE })]);
      await pay(order);
      await eventually(async () => expect(await jobsOf(order)).toEqual([{ status: 'processing', attempts: 1 }]), {
        everyMs: 5,
      });
      await doomed.kill();
      expect(await jobsOf(order)).toEqual([{ status: 'processing', attempts: 1 }]);
      await shrink(order);
      await fixture.start(env());
      await eventually(() => expect(toldOf(order)).toHaveLength(1));
      expect(await jobsOf(order)).toEqual([{ status: 'completed', attempts: expect.any(Number) }]);
    });

    it('are given back at once by one that stops, which is no try of theirs', async () => {
      const stopping = await fixture.start({ ...env(), ART_LEASE_MS: '60000' });
      const artworkId = await keptArtwork(fixture, guest);
      const order = paidOrder([paidItem(artworkId, { print: LARGE })]);
      await pay(order);
      await eventually(async () => expect(await jobsOf(order)).toEqual([{ status: 'processing', attempts: 1 }]), {
        everyMs: 5,
      });
      await fixture.stop(stopping);
      expect(await jobsOf(order)).toEqual([{ status: 'pending', attempts: 0 }]);
      await shrink(order);
      await fixture.start({ ...env(), ART_LEASE_MS: '60000' });
      await eventually(() => expect(toldOf(order)).toHaveLength(1));
    });
  });
}
