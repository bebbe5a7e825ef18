import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type Answer } from '@shop/testing';
import { FulfilmentsRepository } from '../src/fulfilment/fulfilments.repository.js';
import { BackOffice } from './admin.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { PrintfulServer, type FakePrintfulOrder } from './printful-server.js';
import { Shop } from './shop.js';

export const PRINT_FILE_SECRET = 'the secret of print files';
const SECRET = 'the-secret-in-the-address';

const CATALOGUE = [
  { product: 'Tee', size: 'L', color: 'Black', variantId: 4018, placement: 'front' },
  { product: 'Tee', variantId: 4017, placement: 'front' },
];

const externalId = ({ id }: HeldOrder): string => id.replaceAll('-', '');

/** The shop with Printful behind it. */
export class PrintfulShop {
  readonly orders = new HeldOrders(() => this.shop);
  readonly office = new BackOffice(() => this.shop);

  private constructor(
    readonly folder: string,
    readonly printful: PrintfulServer,
    readonly env: Record<string, string>,
    readonly shop: Shop,
  ) {}

  static async open(): Promise<PrintfulShop> {
    const folder = await mkdtemp(join(tmpdir(), 'printful-'));
    const PRINTFUL_CATALOGUE = join(folder, 'printful.json');
    await writeFile(PRINTFUL_CATALOGUE, JSON.stringify(CATALOGUE));
    const printful = await PrintfulServer.start();
    const env = {
      FULFILMENT_INTERVAL_MS: '100',
      FULFILMENT_LEASE_MS: '2500',
      PRINTFUL_API_KEY: 'pf_key',
      PRINTFUL_STORE_ID: '77',
      PRINTFUL_API_HOST: printful.url,
      PRINTFUL_WEBHOOK_SECRET: SECRET,
      PRINTFUL_CATALOGUE,
      PRINT_FILE_SECRET,
      SITE_URL: 'https://shop.example.com',
    };
    return new PrintfulShop(folder, printful, env, await Shop.open({ env }));
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.printful.stop();
    await rm(this.folder, { recursive: true });
  }

  /** Its files are made; its hold goes on. */
  async readyOrder(change: Parameters<HeldOrders['make']>[0] = {}): Promise<HeldOrder> {
    const order = await this.orders.make({ product: { title: 'Tee' }, ...change });
    await this.orders.drawFiles(order);
    return order;
  }

  async dueOrder(change: Parameters<HeldOrders['make']>[0] = {}): Promise<HeldOrder> {
    const order = await this.readyOrder(change);
    await this.orders.endHold(order);
    return order;
  }

  async printedOrder(): Promise<HeldOrder> {
    const order = await this.dueOrder();
    await this.isStatus(order, 'processing');
    return order;
  }

  /** Printful has it, and nobody heard of that; an admin has moved it on meanwhile. */
  async unheardOrder(): Promise<HeldOrder> {
    const order = await this.printedOrder();
    await this.shop.rows(
      `UPDATE fulfilments SET state = 'waiting', external_id = NULL, submitted_at = NULL, asked_at = NULL, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  /** Something happens to it at Printful. */
  become(order: HeldOrder, change: Partial<FakePrintfulOrder>): void {
    Object.assign(this.printful.find(order.id) ?? {}, change);
  }

  /** Somebody deletes it at Printful. */
  remove(order: HeldOrder): void {
    this.printful.orders.delete(externalId(order));
  }

  /** A webhook comes, which says something else than what is true. */
  tell(order: HeldOrder, secret = SECRET): Promise<Answer> {
    return this.tellOf(
      { type: 'package_shipped', data: { order: { external_id: externalId(order), status: 'canceled' } } },
      secret,
    );
  }

  tellOf(body: unknown, secret = SECRET): Promise<Answer> {
    return this.shop.service.call('POST', `/api/webhooks/printful/${secret}`, { body });
  }

  async tryNow({ id }: HeldOrder): Promise<void> {
    await this.shop.rows('UPDATE fulfilments SET due_at = now() WHERE order_id = $1', [id]);
  }

  /** Called before an admin's work begins; the answer resolves once that has met an order being handed over, and looks again. */
  lookedAgain(): () => Promise<void> {
    const looks = jest.spyOn(this.shop.service.get(FulfilmentsRepository), 'delay');
    return () =>
      eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(1)).finally(() => looks.mockRestore());
  }

  isStatus(order: HeldOrder, status: string): Promise<void> {
    return eventually(async () => expect((await this.orders.read(order)).order.status).toBe(status));
  }

  isSubmitted(order: HeldOrder): Promise<void> {
    return eventually(async () =>
      expect(await this.orders.fulfilment(order)).toMatchObject([
        { state: 'submitted', externalId: String(this.printful.find(order.id)?.id) },
      ]),
    );
  }

  waits(order: HeldOrder, reason: string | null): Promise<void> {
    return eventually(async () =>
      expect(await this.orders.fulfilment(order)).toMatchObject([{ state: 'waiting', reason }]),
    );
  }

  async summaries({ id }: HeldOrder): Promise<string[]> {
    return (await this.office.detail(id)).timeline.map(({ summary }) => summary);
  }

  /** What the Money card says of it. */
  async sentencesOf({ id }: HeldOrder): Promise<string[]> {
    return (await this.office.money()).differences
      .filter(({ orderId }) => orderId === id)
      .map(({ sentence }) => sentence);
  }

  /** How often it was counted as moved on. */
  async movesOf({ id }: HeldOrder): Promise<number> {
    return (await this.shop.eventsOf(id)).filter((type) => type === 'order.status-changed').length;
  }
}
