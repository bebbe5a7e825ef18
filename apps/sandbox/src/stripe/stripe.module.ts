import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config.js';
import { CardPaymentsController } from './card-payments.controller.js';
import { CardPaymentsService } from './card-payments.service.js';
import { DisputesService } from './disputes.service.js';
import { PaymentIntentsService } from './payment-intents.service.js';
import { RadarService } from './radar.service.js';
import { RefundsService } from './refunds.service.js';
import { StripeApiController } from './stripe-api.controller.js';
import { StripeApi } from './stripe-api.service.js';
import { StripeControlController } from './stripe-control.controller.js';
import { StripeControl } from './stripe-control.service.js';
import { StripeFaults } from './stripe-faults.service.js';
import { StripeStore } from './stripe.store.js';
import { WebhooksService } from './webhooks.service.js';

/** The part of Stripe that the shop uses. */
@Module({})
export class StripeModule {
  static with({ NODE_ENV }: Config): DynamicModule {
    return {
      module: StripeModule,
      controllers: [
        StripeApiController,
        CardPaymentsController,
        ...(NODE_ENV === 'production' ? [] : [StripeControlController]),
      ],
      providers: [
        CardPaymentsService,
        DisputesService,
        PaymentIntentsService,
        RadarService,
        RefundsService,
        StripeApi,
        StripeControl,
        StripeFaults,
        StripeStore,
        WebhooksService,
      ],
      exports: [StripeApi, StripeControl, StripeFaults, StripeStore, WebhooksService, CardPaymentsService],
    };
  }
}
