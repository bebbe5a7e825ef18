import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { printProviderName, type Config } from '../config.js';
import type { Order } from '../orders/order.entity.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';

/** Opens the change window of an order that was just paid (CHANGE_WINDOW_MINUTES). */
@Injectable()
export class ChangeWindowService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  /** Runs in the transaction of the payment: from then on the order is in the fulfilment queue. */
  async startChangeWindow(manager: EntityManager, order: Order): Promise<void> {
    order.changeWindowEndsAt = await this.fulfilments.startChangeWindow(
      manager,
      order.id,
      this.config.CHANGE_WINDOW_MINUTES * 60,
      printProviderName(this.config),
    );
  }
}
