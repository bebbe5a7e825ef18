import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { printFileCompleted } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import { orderChanged, orderPaid, orderPrintFilesRequested, type DesignConfig } from '@shop/contracts/order';
import { signLink } from '@shop/service-kit';
import {
  asAdmin,
  asGuest,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, askToRepublish } from './art-fixture.js';
import { keptArtwork, paidItem, paidOrder, type PaidOrder } from './paid-order.js';

type Completed = EventPayload<typeof printFileCompleted>;

const PRINT_FILE_SECRET = 'the secret of print files';

for (const transport of testTransports()) {
  describe(`an ordered item that is changed, over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let service: TestService;
    let events: EventRecorder;
    beforeAll(async () => {
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['print-file.completed']);
      service = await fixture.start({ PRINT_RETRY_MS: '100', UPKEEP_MS: '100', PRINT_FILE_SECRET });
    });
    afterAll(async () => {
      await events.stop();
      await fixture.close();
    });

    const pay = (data: PaidOrder) => publishEvent(transport, orderPaid, { subject: `order/${data.order.id}`, data });
    const change = (data: PaidOrder) =>
      publishEvent(transport, orderChanged, {
        subject: `order/${data.order.id}`,
        sequence: 2,
        data: { ...data, what: ['Shirt: placement'] },
      });
    const toldOf = ({ order }: PaidOrder) =>
      events
        .all('print-file.completed')
        .flatMap(({ subject, data }) => (subject === `order-item/${order.items[0]!.id}` ? [data as Completed] : []));
    const told = async (data: PaidOrder, revision: number): Promise<Completed> => {
      await eventually(() => expect(toldOf(data).map((completed) => completed.revision)).toContain(revision));
      return toldOf(data).find((completed) => completed.revision === revision)!;
    };
    const newOrder = async (): Promise<PaidOrder> =>
      paidOrder([paidItem(await keptArtwork(fixture, { guestId: asGuest().guestId }))]);
    const placed = (data: PaidOrder, design: Partial<DesignConfig>, revision: number): PaidOrder => {
      const [item] = data.order.items;
      return {
        ...data,
        order: { ...data.order, items: [{ ...item!, designConfig: { ...item!.designConfig, ...design }, revision }] },
      };
    };
    const filesOf = (name: string) =>
      globSync('images/**/*.*', { cwd: fixture.folder }).filter((path) => path.includes(name));
    const hashes = (data: PaidOrder) =>
      fixture.database.query<{ sha256: string; revision: number }>(
        `SELECT file->>'sha256' AS sha256, revision FROM print_jobs WHERE order_id = $1`,
        [data.order.id],
      );

    it('is printed anew, and its old file goes while its mock-up stays for the letters that show it', async () => {
      const order = await newOrder();
      await pay(order);
      const before = await told(order, 1);
      await change(placed(order, { scale: 40, x: 30 }, 2));
      const after = await told(order, 2);
      expect(after.printFile.sha256).not.toBe(before.printFile.sha256);
      expect([after.printFile.id, after.printFile.dpi]).toEqual([before.printFile.id, 853]);
      const admins = await service.call('GET', after.printFile.url, { as: asAdmin() });
      expect(admins.headers.get('etag')).toBe(`"${after.printFile.sha256}"`);
      // The upkeep leaves a file be for some seconds after it was written down.
      await eventually(() => expect([filesOf(before.printFile.sha256), filesOf(before.view!.id)]).toEqual([[], []]));
      expect((await service.call('GET', before.view!.url)).status).toBe(404);
      expect((await service.call('GET', before.mockup.url)).status).toBe(200);
      expect(filesOf(after.printFile.sha256)).toHaveLength(1);
    });

    it('is printed again where an admin asks for it after a failure: the product is known by now', async () => {
      const order = await newOrder();
      const [item] = order.order.items;
      const unknown = { ...order, order: { ...order.order, items: [{ ...item!, print: null }] } };
      await pay(unknown);
      const failures = () =>
        fixture.database.query<{ failure_reason: string | null }>(
          `SELECT failure_reason FROM print_jobs WHERE order_id = $1`,
          [order.order.id],
        );
      await eventually(async () => expect(await failures()).toEqual([{ failure_reason: 'product-unknown' }]));
      const request = () =>
        publishEvent(transport, orderPrintFilesRequested, {
          subject: `order/${order.order.id}`,
          sequence: 2,
          data: placed(order, {}, 2),
        });
      await request();
      const made = await told(order, 2);
      await request();
      expect(made.printFile.url).toMatch(/^\/api\/admin\/print-files\//);
      expect(await failures()).toEqual([{ failure_reason: null }]);
      expect(toldOf(order).filter(({ revision }) => revision === 2)).toHaveLength(1);
    });

    it('is shown to its customer as it is printed, small, with nothing where nothing is printed', async () => {
      const order = placed(await newOrder(), { scale: 50 }, 1);
      await pay(order);
      const { view } = await told(order, 1);
      const png = Buffer.from(await (await fetch(new URL(view!.url, service.url))).arrayBuffer());
      const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([450, 540, 4]);
      expect([data[3], data[(270 * 450 + 225) * 4 + 3]]).toEqual([0, 255]);
    });

    it('is printed as it is now, in whatever order its events come, and once for each change', async () => {
      const order = await newOrder();
      const [second, third] = [placed(order, { scale: 80 }, 2), placed(order, { scale: 60 }, 3)];
      await Promise.all([change(third), change(second), pay(order), change(third)]);
      const { printFile } = await told(order, 3);
      await change(second);
      await pay(order);
      const marker = await newOrder();
      await pay(marker);
      await told(marker, 1);
      expect(await hashes(order)).toEqual([{ sha256: printFile.sha256, revision: 3 }]);
      expect(toldOf(order).at(-1)?.revision).toBe(3);
    });

    it('is never told of as it was, where it is changed while it is drawn', async () => {
      const order = await newOrder();
      await pay(order);
      await change(placed(order, { rotation: 90 }, 2));
      await told(order, 2);
      await askToRepublish(transport, 'print-file');
      await eventually(() => expect(toldOf(order).filter(({ revision }) => revision === 2).length).toBeGreaterThan(1));
      expect(toldOf(order).at(-1)?.revision).toBe(2);
    });

    it('keeps its file where another item is printed alike', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const [order, twin] = [paidOrder([paidItem(artworkId)]), paidOrder([paidItem(artworkId)])];
      await Promise.all([pay(order), pay(twin)]);
      const [before, same] = [await told(order, 1), await told(twin, 1)];
      expect(before.printFile.sha256).toBe(same.printFile.sha256);
      await change(placed(order, { scale: 70 }, 2));
      await told(order, 2);
      // Of this file: one that was drawn in vain before may be noted for an hour.
      const noted = () =>
        fixture.database.query(`SELECT FROM file_removals WHERE strpos(key, $1) > 0`, [same.printFile.sha256]);
      await eventually(async () => expect(await noted()).toEqual([]));
      expect(filesOf(same.printFile.sha256)).toHaveLength(1);
    });

    it('can be fetched by a printer under a signed address, until that ends, and under no other', async () => {
      const order = await newOrder();
      await pay(order);
      const { sha256 } = (await told(order, 1)).printFile;
      const at = (
        hash: string,
        expires: number,
        signature = signLink(PRINT_FILE_SECRET, { subject: `print-file ${hash}`, expires }),
      ) => `/api/print-files/${hash}.png?expires=${expires}&signature=${signature}`;
      const soon = Math.floor(Date.now() / 1000) + 60;
      const response = await fetch(new URL(at(sha256, soon), service.url));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(
        createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256);
      const refused = [
        at(sha256, soon - 120),
        at(sha256, soon, 'made-up'),
        at(sha256, soon + 1, signLink(PRINT_FILE_SECRET, { subject: `print-file ${sha256}`, expires: soon })),
        at('0'.repeat(64), soon),
        `/api/print-files/${sha256}.png`,
        '/api/print-files/..%2F..%2Fsecret',
      ];
      expect((await Promise.all(refused.map((path) => service.call('GET', path)))).map(({ status }) => status)).toEqual(
        refused.map(() => 404),
      );
    });
  });
}
