import { Injectable } from '@nestjs/common';
import { estimateArrival, toDeliveryRegion } from '@shop/contracts-order';
import type { EntityManager } from 'typeorm';
import { ShopSettingsService } from '../shop-settings/shop-settings.service.js';
import { Order } from './order.entity.js';

/** Stores with an order when it is estimated to arrive, so that a later change of the settings moves no promise. */
@Injectable()
export class ArrivalEstimatesService {
  constructor(private readonly shopSettings: ShopSettingsService) {}

  /** At the payment, and at a change of the address to another region. The caller has locked the order. */
  async saveEstimate(manager: EntityManager, order: Order, now = new Date()): Promise<void> {
    const shop = await this.shopSettings.getPublicShop(manager, now);
    order.arrival = estimateArrival(shop, toDeliveryRegion(order.shippingAddress.country), now);
    await manager.update(Order, { id: order.id }, { arrival: order.arrival });
  }
}
