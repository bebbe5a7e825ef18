import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../../config.js';
import { ShopSettingsRepository } from '../../shop-settings/shop-settings.repository.js';
import type { EmailProps } from '../email-props.js';
import type { WaitingEmail } from '../emails.repository.js';
import { OrderMockupsRepository } from '../order-mockups.repository.js';
import { ShopLinks } from '../shop-links.js';

/** What an email is rendered from, as it is now. */
@Injectable()
export class EmailInputService {
  constructor(
    private readonly orderMockups: OrderMockupsRepository,
    private readonly shopSettings: ShopSettingsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async load(email: WaitingEmail): Promise<{ props: EmailProps[keyof EmailProps]; shop: ShopLinks }> {
    const props = await this.orderMockups.addMockups(email);
    const settings = await this.shopSettings.find();
    const shop = new ShopLinks(this.config.PUBLIC_ORIGIN, {
      takesReplies: this.config.MAIL_REPLY_TO !== undefined,
      carriers: settings?.carriers ?? undefined,
      seller: settings?.seller,
    });
    return { props, shop };
  }
}
