import { Controller } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts-common';
import { shopSettingsChanged } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { type PublishedSettings, ShopSettingsRepository } from './shop-settings.repository.js';

@Controller()
export class ShopSettingsConsumer {
  constructor(private readonly settings: ShopSettingsRepository) {}

  @OnEvent(shopSettingsChanged, { keepLatest: true })
  async onSettingsChanged({ data }: EventEnvelope<PublishedSettings>, { manager }: EventContext): Promise<void> {
    await this.settings.save(manager, data);
  }
}
