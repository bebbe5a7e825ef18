import { createHash, randomUUID } from 'node:crypto';
import type { Product, Variant } from '@shop/contracts-catalog';
import type { IdentityClaims } from '@shop/contracts-common';
import type { AddToCartRequest, CustomerOrder } from '@shop/contracts-order';
import { asUser, type TestResponse } from '@shop/testing';
import type { DataSource } from 'typeorm';
import { FulfilmentsRepository } from '../../src/fulfilment/fulfilments.repository.js';
import { OrderSubmissionService } from '../../src/order-lifecycle/order-submission.service.js';
import type { TestShop } from './test-shop.js';

export interface PaidOrder {
  id: string;
  itemId: string;
  who: IdentityClaims;
  product: Product;
}

interface NewPaidOrder {
  who?: IdentityClaims;
  product?: Partial<Product>;
  variants?: Partial<Variant>[];
  line?: Partial<AddToCartRequest>;
}

/** Orders in their change window, and the customer's calls for them. */
export class PaidOrders {
  constructor(private readonly shop: () => TestShop) {}

  /** An order that was just paid. */
  async createPaidOrder({
    who = asUser(),
    product = {},
    variants = [],
    line = {},
  }: NewPaidOrder = {}): Promise<PaidOrder> {
    const shop = this.shop();
    const sold = await shop.addProduct(product, variants);
    const added = await shop.addToCart(who, {
      productId: sold.id,
      generatedImageId: await shop.addArtwork(who),
      ...line,
    });
    if (added.status !== 200) throw new Error(`${added.status}: ${added.text}`);
    const { intentId } = await shop.openPaymentStep(who);
    await shop.stripe.pay(intentId);
    const { order } = await shop.getPlacedOrder(who, intentId);
    return { id: order.id, itemId: order.items[0]?.id ?? '', who, product: sold };
  }

  call(
    method: string,
    order: PaidOrder,
    path: string,
    body?: unknown,
    as: IdentityClaims | undefined = order.who,
  ): Promise<TestResponse> {
    return this.shop().service.call(method, `/api/orders/${order.id}${path}`, { as, body });
  }

  async getOrder(order: PaidOrder): Promise<CustomerOrder> {
    const answer = await this.call('GET', order, '');
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<CustomerOrder>();
  }

  async getIntentId({ id }: Pick<PaidOrder, 'id'>): Promise<string> {
    const [intent] = await this.shop().query('SELECT intent_id AS id FROM payment_intents WHERE order_id = $1', [id]);
    return String(intent?.id);
  }

  changePlacement(order: PaidOrder, designConfig: unknown): Promise<TestResponse> {
    return this.call('PATCH', order, `/items/${order.itemId}`, { designConfig });
  }

  changeChoices(order: PaidOrder, variantSelections: unknown): Promise<TestResponse> {
    return this.call('PATCH', order, `/items/${order.itemId}`, { variantSelections });
  }

  /** Moves the end of the change window into the past, and the start of the order's job. */
  async endChangeWindow(order: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.setChangeWindowEnded(order);
    await this.startSubmission(order);
  }

  /** Ends the change window, and makes one attempt to submit the order. */
  async submitOnce(order: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.setChangeWindowEnded(order);
    await this.shop().service.get(OrderSubmissionService).submitOrder({ orderId: order.id });
  }

  async startSubmission({ id }: Pick<PaidOrder, 'id'>): Promise<void> {
    const { dataSource, service } = this.shop();
    await dataSource.transaction((manager) => service.get(FulfilmentsRepository).enqueueSubmission(manager, id));
  }

  private async setChangeWindowEnded({ id }: Pick<PaidOrder, 'id'>): Promise<void> {
    await this.shop().query(`UPDATE orders SET change_window_ends_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    await this.shop().query(`UPDATE fulfilments SET due_at = now() - interval '1 second' WHERE order_id = $1`, [id]);
  }

  getFulfilment({ id }: Pick<PaidOrder, 'id'>): Promise<Record<string, unknown>[]> {
    return this.shop().query(
      'SELECT state, provider, attempts, reason, external_id AS "externalId" FROM fulfilments WHERE order_id = $1',
      [id],
    );
  }

  /** The state after the event of art-svc: each revision of an item has its own file. */
  async addPrintFiles({ id }: Pick<PaidOrder, 'id'>, dataSource: DataSource = this.shop().dataSource): Promise<void> {
    const file = { id: randomUUID(), url: '/api/admin/print-files/1', widthPx: 4500, heightPx: 5400, dpi: 300 };
    await dataSource.query(
      `UPDATE order_items SET print_file = $2, print_file_sha256 = encode(sha256(convert_to(id || ':' || revision, 'UTF8')), 'hex'), print_view_url = '/media/view' WHERE order_id = $1`,
      [id, JSON.stringify(file)],
    );
  }
}

/** The hash of the file for a revision of an item. */
export const getFileHash = ({ itemId }: Pick<PaidOrder, 'itemId'>, revision = 1): string =>
  createHash('sha256').update(`${itemId}:${revision}`).digest('hex');
