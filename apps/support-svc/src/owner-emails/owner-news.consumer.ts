import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderPaid, shopSettingsChanged } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { OwnerEmailsRepository } from './owner-emails.repository.js';
import { OwnerNewsService } from './owner-news.service.js';

@Controller()
export class OwnerNewsConsumer {
  constructor(
    private readonly ownerNews: OwnerNewsService,
    private readonly ownerEmails: OwnerEmailsRepository,
  ) {}

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

  @OnEvent(shopSettingsChanged, { keepLatest: true })
  async onShopSettingsChanged(
    { data }: EventEnvelope<EventPayload<typeof shopSettingsChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.ownerEmails.saveTimeZone(manager, data.timeZone);
  }
}
