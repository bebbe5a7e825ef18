import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { PrintProviders } from './print-providers.js';

const FORSAKEN =
  'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

/** What becomes of orders whose printer was taken out of the settings: an admin prints those it was not told of, and hears of the others. */
@Injectable()
export class ForsakenOrders {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly providers: PrintProviders,
    private readonly events: OrderEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async lookAfter(): Promise<void> {
    const { current, reachable } = this.providers;
    if (!current) await this.fulfilments.leaveToAdmins();
    for (const orderId of await this.fulfilments.listForsaken(reachable, FORSAKEN)) await this.tell(orderId);
  }

  private async tell(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const isToBePrinted = order?.status === 'paid' || order?.status === 'processing';
      if (!isToBePrinted || !(await this.fulfilments.noteReason(manager, orderId, FORSAKEN))) return;
      this.logger.error({ orderId }, 'an order may be at a printer that is not set up any more');
      await this.events.printingDelayed(manager, orderId, FORSAKEN);
    });
  }
}
