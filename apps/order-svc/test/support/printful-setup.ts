import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type Answer } from '@shop/testing';
import { FulfilmentsRepository } from '../../src/fulfilment/fulfilments.repository.js';
import { BackOffice } from './back-office.js';
import { PaidOrders, type PaidOrder } from './paid-orders.js';
import { PrintfulServer, type FakePrintfulOrder } from './printful-server.js';
import { TestShop } from './test-shop.js';

export const PRINT_FILE_SECRET = 'the secret of print files';
const SECRET = 'the-secret-in-the-address';

const CATALOGUE = [
  { product: 'Tee', size: 'L', color: 'Black', variantId: 4018, placement: 'front' },
  { product: 'Tee', variantId: 4017, placement: 'front' },
];

const externalId = ({ id }: PaidOrder): string => id.replaceAll('-', '');

/** The shop with Printful behind it. */
export class PrintfulSetup {
  readonly orders = new PaidOrders(() => this.shop);
  readonly office = new BackOffice(() => this.shop);

  private constructor(
    readonly folder: string,
    readonly printful: PrintfulServer,
    readonly shop: TestShop,
  ) {}

  static async open(): Promise<PrintfulSetup> {
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
    return new PrintfulSetup(folder, printful, await TestShop.open(env));
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.printful.stop();
    await rm(this.folder, { recursive: true });
  }

  /** Its files are made; it is in its change window. */
  async readyOrder(change: Parameters<PaidOrders['make']>[0] = {}): Promise<PaidOrder> {
    const order = await this.orders.make({ product: { title: 'Tee' }, ...change });
    await this.orders.drawFiles(order);
    return order;
  }

  async dueOrder(change: Parameters<PaidOrders['make']>[0] = {}): Promise<PaidOrder> {
    const order = await this.readyOrder(change);
    await this.orders.endChangeWindow(order);
    return order;
  }

  async printedOrder(): Promise<PaidOrder> {
    const order = await this.dueOrder();
    await this.isStatus(order, 'processing');
    return order;
  }

  /** Printful has it, without a confirmation; an admin has moved it on. */
  async unconfirmedOrder(): Promise<PaidOrder> {
    const order = await this.printedOrder();
    await this.shop.rows(
      `UPDATE fulfilments SET state = 'waiting', external_id = NULL, submitted_at = NULL, asked_at = NULL, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  /** Something happens to it at Printful. */
  become(order: PaidOrder, change: Partial<FakePrintfulOrder>): void {
    Object.assign(this.printful.find(order.id) ?? {}, change);
  }

  /** Somebody deletes it at Printful. */
  remove(order: PaidOrder): void {
    this.printful.orders.delete(externalId(order));
  }

  /** A webhook comes, which says something else than what is true. */
  send(order: PaidOrder, secret = SECRET): Promise<Answer> {
    return this.sendBody(
      { type: 'package_shipped', data: { order: { external_id: externalId(order), status: 'canceled' } } },
      secret,
    );
  }

  sendBody(body: unknown, secret = SECRET): Promise<Answer> {
    return this.shop.service.call('POST', `/api/webhooks/printful/${secret}`, { body });
  }

  async tryNow({ id }: PaidOrder): Promise<void> {
    await this.shop.rows('UPDATE fulfilments SET due_at = now() WHERE order_id = $1', [id]);
  }

  /** Called before an admin's work begins; the answer resolves once that has met an order being handed over, and looks again. */
  lookedAgain(): () => Promise<void> {
    const looks = jest.spyOn(this.shop.service.get(FulfilmentsRepository), 'delayAttempts');
    return () =>
      eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(1)).finally(() => looks.mockRestore());
  }

  isStatus(order: PaidOrder, status: string): Promise<void> {
    return eventually(async () => expect((await this.orders.read(order)).order.status).toBe(status));
  }

  isSubmitted(order: PaidOrder): Promise<void> {
    return eventually(async () =>
      expect(await this.orders.fulfilment(order)).toMatchObject([
        { state: 'submitted', externalId: String(this.printful.find(order.id)?.id) },
      ]),
    );
  }

  waits(order: PaidOrder, reason: string | null): Promise<void> {
    return eventually(async () =>
      expect(await this.orders.fulfilment(order)).toMatchObject([{ state: 'waiting', reason }]),
    );
  }

  async summaries({ id }: PaidOrder): Promise<string[]> {
    return (await this.office.detail(id)).timeline.map(({ summary }) => summary);
  }

  /** What the Money card says of it. */
  async messagesOf({ id }: PaidOrder): Promise<string[]> {
    return (await this.office.money()).differences
      .filter(({ orderId }) => orderId === id)
      .map(({ sentence }) => sentence);
  }

  /** How often it was counted as moved on. */
  async movesOf({ id }: PaidOrder): Promise<number> {
    return (await this.shop.eventsOf(id)).filter((type) => type === 'order.status-changed').length;
  }
}
