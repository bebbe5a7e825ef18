import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isIntentUnknown, type Intent } from '../payments/payment-provider.js';
import { hasIntent, isAwaited, OrderIntents, type OrderWithIntent } from './order-intents.js';

/** Open orders that their cart has let go: each is paid by itself, or the sweep ends it, or a checkout that has pieces of it does. */
@Injectable()
export class LetGoOrders {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly intents: OrderIntents,
  ) {}

  /** Unless it has another intent by now. */
  async leave(seen: Order): Promise<void> {
    await this.whileOpen(seen, (manager, order) => this.release(manager, order));
  }

  /** It was begun with a provider, or an account there, that takes no new payments any more, or its payment takes days, or is refused. */
  async release(manager: EntityManager, order: Order): Promise<void> {
    // An intent that is being made for it right now is none that it gets.
    const intentsEnded = order.intentsEnded + (hasIntent(order) ? 0 : 1);
    Object.assign(order, { cartId: null, endingIntentId: null, intentsEnded });
    await this.orders.save(manager, order);
  }

  /**
   * Nothing of it can be paid afterwards, and whoever has it on a page looks at the cart anew; or it is paid. One that its customer has days to pay stays payable
   * (ADR 20), as one does that its provider does not know: that is `passed` over from then on. Always null: another look at the cart is needed.
   */
  async end(order: OrderWithIntent, passed: string[]): Promise<null> {
    const ended = await this.intents.end(order).catch((error: unknown) => {
      if (isIntentUnknown(error)) return null;
      throw error;
    });
    if (ended?.status === 'canceled') await this.free(order, ended);
    else if (ended && !isAwaited(ended)) await this.intents.isOpen(order, ended);
    else {
      await this.leave(order);
      passed.push(order.id);
    }
    return null;
  }

  private async free(seen: Order, ended: Intent): Promise<void> {
    await this.whileOpen(seen, async (manager, order) => {
      await this.intents.letGo(manager, order, ended);
      await this.orders.save(manager, order);
    });
  }

  private async whileOpen(seen: Order, work: (manager: EntityManager, order: Order) => Promise<void>): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, seen.id);
      if (order?.status === 'created' && order.paymentIntentId === seen.paymentIntentId) await work(manager, order);
    });
  }
}
