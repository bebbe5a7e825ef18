import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderPaid } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { OwnerNewsService } from './owner-news.service.js';

@Controller()
export class OwnerNewsConsumer {
  constructor(private readonly ownerNews: OwnerNewsService) {}

  @OnEvent(orderPaid)
  async onOrderPaid(
    { time, data: { order, userId } }: EventEnvelope<EventPayload<typeof orderPaid>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { id, orderNumber, total, shippingAddress } = order;
    await this.ownerNews.addNews(manager, {
      ...{ kind: 'orders', id, userId, happenedAt: new Date(time) },
      ...{ title: orderNumber, name: shippingAddress.name, total },
    });
  }
}
