import { randomUUID } from 'node:crypto';
import { printFileCompleted, printFileFailed } from '@shop/contracts-art';
import type { AdminOrderDetail, AdminReprint, RequestReprintRequest } from '@shop/contracts-order';
import { publishEvent, type TestResponse, waitFor } from '@shop/testing';
import { submitReprint } from '../../src/reprints/reprints.repository.js';
import { admin } from './admin-actions.js';
import type { PaidOrder } from './paid-orders.js';
import { findAtPrinter, type OrderAtPrinter, type PrinterSetup } from './printer-setup.js';

const PARCEL = { carrier: 'USPS', tracking_number: '9400', tracking_url: 'https://tools.usps.com/9400' };

/** Hash of the file that art-svc reports for an item that is sent again. */
export const REPRINT_FILE = 'cd'.repeat(32);

/** Orders that have left the printer, and what is sent again of them. */
export class SentOrders {
  constructor(private readonly setup: () => PrinterSetup) {}

  async createShippedOrder(): Promise<PaidOrder> {
    const setup = this.setup();
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, PARCEL);
    await setup.sendWebhook(order);
    await setup.expectStatus(order, 'shipped');
    return order;
  }

  request(
    { id, itemId }: PaidOrder,
    {
      key = randomUUID(),
      ifMatch,
      ...change
    }: Partial<RequestReprintRequest> & { key?: string; ifMatch?: string } = {},
  ): Promise<TestResponse> {
    const body = { items: [{ orderItemId: itemId, quantity: 1 }], reason: 'misprinted', ...change };
    return this.setup().shop.service.call('POST', `/api/admin/orders/${id}/reprints`, {
      as: admin,
      body,
      headers: { 'idempotency-key': key, ...(ifMatch && { 'if-match': ifMatch }) },
    });
  }

  /** A reprint that waits for its print file. */
  async createReprint(order: PaidOrder, change: Parameters<SentOrders['request']>[1] = {}): Promise<AdminReprint> {
    const answer = await this.request(order, change);
    if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
    const [reprint] = answer.json<AdminOrderDetail>().reprints ?? [];
    if (!reprint) throw new Error('There is no reprint');
    return reprint;
  }

  /** art-svc has the print file. */
  async confirmFile({ id: orderId, itemId: orderItemId }: PaidOrder): Promise<void> {
    const id = randomUUID();
    await publishEvent(this.setup().shop.transport, printFileCompleted, {
      subject: `order-item/${orderItemId}`,
      data: {
        orderId,
        orderItemId,
        printFile: {
          id,
          url: `/api/admin/print-files/${id}`,
          widthPx: 4_500,
          heightPx: 5_400,
          bleedPx: 0,
          dpi: 300,
          sha256: REPRINT_FILE,
        },
        mockup: { id, url: `/media/${id}` },
      },
    });
  }

  async failFile({ id: orderId, itemId: orderItemId }: PaidOrder): Promise<void> {
    await publishEvent(this.setup().shop.transport, printFileFailed, {
      subject: `order-item/${orderItemId}`,
      data: { orderId, orderItemId, reason: 'artwork-missing' },
    });
  }

  /** A reprint that the printer has. */
  async createReprintAtPrinter(order: PaidOrder): Promise<{ reprint: AdminReprint; printed: OrderAtPrinter }> {
    const { id } = await this.createReprint(order);
    await this.confirmFile(order);
    await this.expectReprint(order, id, { state: 'submitted' });
    return { reprint: await this.getReprint(order, id), printed: await this.setup().getAtPrinter({ id }) };
  }

  async getReprint({ id }: PaidOrder, reprintId: string): Promise<AdminReprint> {
    const { reprints = [] } = await this.setup().adminActions.getOrder(id);
    const reprint = reprints.find((each) => each.id === reprintId);
    if (!reprint) throw new Error(`Order ${id} has no reprint ${reprintId}`);
    return reprint;
  }

  expectReprint(order: PaidOrder, reprintId: string, expected: object): Promise<void> {
    return waitFor(async () => expect(await this.getReprint(order, reprintId)).toMatchObject(expected));
  }

  call({ id }: PaidOrder, reprintId: string, action: string, body?: unknown): Promise<TestResponse> {
    return this.setup().adminActions.call('POST', `/api/admin/orders/${id}/reprints/${reprintId}/${action}`, body);
  }

  /** Lets the time of its next attempt come. */
  async makeDue(reprintId: string): Promise<void> {
    const { shop } = this.setup();
    await shop.query('UPDATE reprints SET due_at = now() WHERE id = $1', [reprintId]);
    await shop.startJobs(submitReprint, reprintId);
  }

  isAtPrinter(reprintId: string): Promise<boolean> {
    return findAtPrinter(this.setup().sandbox, { id: reprintId }).then((found) => found !== null);
  }
}
