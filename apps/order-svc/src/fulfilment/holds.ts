import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { printProviderName, type Config } from '../config.js';
import type { Order } from '../orders/order.entity.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';

/** Keeps an order that was just paid from the printer for a while (ORDER_HOLD_MINUTES). */
@Injectable()
export class Holds {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  /** In the transaction that pays: from now on the order is not forgotten, whatever happens. */
  async begin(manager: EntityManager, order: Order): Promise<void> {
    order.holdUntil = await this.fulfilments.hold(
      manager,
      order.id,
      this.config.ORDER_HOLD_MINUTES * 60,
      printProviderName(this.config),
    );
  }
}
