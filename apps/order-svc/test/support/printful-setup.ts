import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor, type TestResponse } from '@shop/testing';
import { FulfilmentsRepository } from '../../src/fulfilment/fulfilments.repository.js';
import { AdminActions } from './admin-actions.js';
import { PaidOrders, type PaidOrder } from './paid-orders.js';
import { PrintfulServer, type FakePrintfulOrder } from './printful-server.js';
import { TestShop } from './test-shop.js';

export const PRINT_FILE_SECRET = 'the secret of print files';
const SECRET = 'the-secret-in-the-address';

const CATALOGUE = [
  { product: 'Tee', size: 'L', color: 'Black', variantId: 4018, placement: 'front' },
  { product: 'Tee', size: 'S', variantId: 4016, placement: 'front' },
  { product: 'Tee', variantId: 4017, placement: 'front' },
];

const toExternalId = ({ id }: PaidOrder): string => id.replaceAll('-', '');

/** The shop with a Printful server. */
export class PrintfulSetup {
  readonly orders = new PaidOrders(() => this.shop);
  readonly adminActions = new AdminActions(() => this.shop);

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

  /** An order in its change window, with print files. */
  async createOrderWithFiles(change: Parameters<PaidOrders['createPaidOrder']>[0] = {}): Promise<PaidOrder> {
    const order = await this.orders.createPaidOrder({ product: { title: 'Tee' }, ...change });
    await this.orders.addPrintFiles(order);
    return order;
  }

  async createDueOrder(change: Parameters<PaidOrders['createPaidOrder']>[0] = {}): Promise<PaidOrder> {
    const order = await this.createOrderWithFiles(change);
    await this.orders.endChangeWindow(order);
    return order;
  }

  async createPrintedOrder(): Promise<PaidOrder> {
    const order = await this.createDueOrder();
    await this.expectStatus(order, 'processing');
    return order;
  }

  /** An order that Printful has without a stored confirmation; an admin moved it on. */
  async createUnconfirmedOrder(): Promise<PaidOrder> {
    const order = await this.createPrintedOrder();
    await this.shop.query(
      `UPDATE fulfilments SET state = 'waiting', external_id = NULL, submitted_at = NULL, polled_at = NULL, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  /** Changes an order at Printful. */
  updateAtPrintful(order: PaidOrder, change: Partial<FakePrintfulOrder>): void {
    Object.assign(this.printful.find(order.id) ?? {}, change);
  }

  /** Deletes an order at Printful. */
  deleteAtPrintful(order: PaidOrder): void {
    this.printful.orders.delete(toExternalId(order));
  }

  /** Sends a webhook with false content. */
  sendWebhook(order: PaidOrder, secret = SECRET): Promise<TestResponse> {
    return this.sendWebhookBody(
      { type: 'package_shipped', data: { order: { external_id: toExternalId(order), status: 'canceled' } } },
      secret,
    );
  }

  sendWebhookBody(body: unknown, secret = SECRET): Promise<TestResponse> {
    return this.shop.service.call('POST', `/api/webhooks/printful/${secret}`, { body });
  }

  async makeDue(order: PaidOrder): Promise<void> {
    await this.shop.query('UPDATE fulfilments SET due_at = now() WHERE order_id = $1', [order.id]);
    await this.orders.startSubmission(order);
  }

  /** Call before an admin's request; the returned function resolves once that request met a submission and retried. */
  watchRetries(): () => Promise<void> {
    const looks = jest.spyOn(this.shop.service.get(FulfilmentsRepository), 'delayAttempts');
    return () => waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(1)).finally(() => looks.mockRestore());
  }

  expectStatus(order: PaidOrder, status: string): Promise<void> {
    return waitFor(async () => expect((await this.orders.getOrder(order)).order.status).toBe(status));
  }

  expectSubmitted(order: PaidOrder): Promise<void> {
    return waitFor(async () =>
      expect(await this.orders.getFulfilment(order)).toMatchObject([
        { state: 'submitted', externalId: String(this.printful.find(order.id)?.id) },
      ]),
    );
  }

  expectWaiting(order: PaidOrder, reason: string | null): Promise<void> {
    return waitFor(async () =>
      expect(await this.orders.getFulfilment(order)).toMatchObject([{ state: 'waiting', reason }]),
    );
  }

  async listTimeline({ id }: PaidOrder): Promise<string[]> {
    return (await this.adminActions.getOrder(id)).timeline.map(({ summary }) => summary);
  }

  /** The discrepancies of an order on the Money card. */
  async listDiscrepancyMessages({ id }: PaidOrder): Promise<string[]> {
    return (await this.adminActions.getMoney()).discrepancies
      .filter(({ orderId }) => orderId === id)
      .map(({ message }) => message);
  }

  /** How many status changes were published. */
  async countStatusChanges({ id }: PaidOrder): Promise<number> {
    return (await this.shop.listEventTypes(id)).filter((type) => type === 'order.status-changed').length;
  }
}
