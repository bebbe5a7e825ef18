import { jest } from '@jest/globals';
import type { Product, Variant } from '@shop/contracts-catalog';
import type { Sandbox } from '@shop/sandbox/testing';
import { waitFor, type TestResponse } from '@shop/testing';
import { FulfilmentsRepository } from '../../src/fulfilment/fulfilments.repository.js';
import type { PrintfulEntry } from '@shop/contracts-order';
import { AdminActions } from './admin-actions.js';
import { PaidOrders, type PaidOrder } from './paid-orders.js';
import { PRINTER_SECRET, TestShop } from './test-shop.js';

export const PRINT_FILE_SECRET = 'the secret of print files';

/** All but mugs: large black ones, small ones, and any other. */
function toEntries({ id: product, title }: Product, variants: readonly Variant[]): PrintfulEntry[] {
  const find = (name: string): string | undefined => variants.find((variant) => variant.name === name)?.id;
  const [large, small, black] = ['L', 'S', 'Black'].map(find);
  const entries: (PrintfulEntry | false)[] = [
    large !== undefined &&
      black !== undefined && { product, size: large, color: black, variantId: 4018, placement: 'front' },
    small !== undefined && { product, size: small, variantId: 4016, placement: 'front' },
    { product, variantId: 4017, placement: 'front' },
  ];
  return title === 'Mug' ? [] : entries.filter((entry) => entry !== false);
}

/** The used fields of an order at Printful. */
export interface OrderAtPrinter {
  id: number;
  external_id: string;
  store: number;
  status: string;
  recipient: Record<string, string>;
  items: {
    external_id: string;
    variant_id: number;
    quantity: number;
    retail_price: string;
    files: { type: string; url: string; position: Record<string, unknown> }[];
  }[];
}

/** The number of an order in calls of Printful's API. */
export const toReference = ({ id }: Pick<PaidOrder, 'id'>): string => `@${id.replaceAll('-', '')}`;

/** The printer's copy of an order; null if it has none. */
export async function findAtPrinter({ url }: Sandbox, order: Pick<PaidOrder, 'id'>): Promise<OrderAtPrinter | null> {
  const response = await fetch(new URL(`/orders/${toReference(order)}`, url), {
    headers: { authorization: 'Bearer of-the-test' },
  });
  return response.ok ? ((await response.json()) as { result: OrderAtPrinter }).result : null;
}

/** The answer of Printful's API to a call that it refuses. */
export const toRefused = (status: number, message: string) => ({
  status,
  body: JSON.stringify({ code: status, result: message, error: { message } }),
});

const NOT_FOUND = toRefused(404, 'Not found');

/** The shop with a key of Printful, whose address is the sandbox's. */
export class PrinterSetup {
  readonly orders = new PaidOrders(() => this.shop);
  readonly adminActions = new AdminActions(() => this.shop);
  /** Calls of the sandbox, such as `POST /orders?confirm=1`. */
  readonly calls: string[] = [];

  private constructor(readonly shop: TestShop) {
    shop.toPrintfulEntries = toEntries;
    this.reset();
  }

  static async open(): Promise<PrinterSetup> {
    return new PrinterSetup(await TestShop.open({ PRINTFUL_STORE_ID: '77', PRINT_FILE_SECRET }));
  }

  async close(): Promise<void> {
    await this.shop.close();
  }

  get sandbox(): Sandbox {
    return this.shop.sandbox;
  }

  /** Removes all faults. */
  reset(): void {
    const { faults } = this.sandbox;
    faults.clear();
    faults.onCall = (call) => this.calls.push(call);
    faults.onAnswer = () => undefined;
    this.setCalculating(false);
  }

  /** Whether the printer is still calculating the costs of new orders. */
  setCalculating(isCalculating: boolean): void {
    const { config } = this.sandbox;
    config.SANDBOX_PRINTER_FAULTS = { ...config.SANDBOX_PRINTER_FAULTS, isCalculating };
  }

  get creationCount(): number {
    return this.calls.filter((call) => call.startsWith('POST /orders?')).length;
  }

  /** Blocks the creation of orders until the returned function is called. */
  blockCreation(): () => void {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.sandbox.faults.onCall = (call) => (call.startsWith('POST /orders?') ? released : undefined);
    return release;
  }

  async getAtPrinter(order: Pick<PaidOrder, 'id'>): Promise<OrderAtPrinter> {
    const found = await findAtPrinter(this.sandbox, order);
    if (!found) throw new Error(`The printer does not have order ${order.id}`);
    return found;
  }

  async cancelAtPrinter(order: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.sandbox.printer.decide(toReference(order), { status: 'canceled' });
  }

  async makeDraftAtPrinter(order: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.sandbox.printer.decide(toReference(order), { status: 'draft' });
  }

  async sendParcel(
    order: Pick<PaidOrder, 'id'>,
    parcel: Parameters<Sandbox['printer']['sendParcel']>[1],
  ): Promise<void> {
    await this.sandbox.printer.sendParcel(toReference(order), parcel);
  }

  /** The carrier brings the last parcel back. Returns the webhook that Printful sends about it. */
  async returnParcel(order: Pick<PaidOrder, 'id'>, reason: string): Promise<object> {
    const { shipments, external_id } = await this.sandbox.printer.returnParcel(toReference(order), reason);
    return { type: 'package_returned', data: { reason, shipment: shipments.at(-1), order: { external_id } } };
  }

  async deleteAtPrinter(order: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.sandbox.printer.deleteOrder(toReference(order));
  }

  /** The next calls about this order do not find it. */
  hideAtPrinter(order: Pick<PaidOrder, 'id'>, methods: readonly string[]): void {
    for (const method of methods) this.sandbox.faults.planFault(`${method} /orders/${toReference(order)}`, NOT_FOUND);
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

  /** An order that the printer has without a stored confirmation; an admin moved it on. */
  async createUnconfirmedOrder(): Promise<PaidOrder> {
    const order = await this.createPrintedOrder();
    await this.shop.query(
      `UPDATE fulfilments SET state = 'waiting', external_id = NULL, submitted_at = NULL, polled_at = NULL, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  /** Sends a webhook with false content. */
  sendWebhook(order: Pick<PaidOrder, 'id'>, secret = PRINTER_SECRET): Promise<TestResponse> {
    const data = { order: { external_id: toReference(order).slice(1), status: 'canceled' } };
    return this.sendWebhookBody({ type: 'package_shipped', data }, secret);
  }

  sendWebhookBody(body: unknown, secret = PRINTER_SECRET): Promise<TestResponse> {
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
        { state: 'submitted', externalId: String((await findAtPrinter(this.sandbox, order))?.id) },
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

  /** How many status changes were published. */
  async countStatusChanges({ id }: PaidOrder): Promise<number> {
    return (await this.shop.listEventTypes(id)).filter((type) => type === 'order.status-changed').length;
  }
}
