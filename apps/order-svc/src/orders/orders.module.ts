import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { ShopSettingsModule } from '../shop-settings/shop-settings.module.js';
import { ArrivalEstimatesService } from './arrival-estimates.service.js';
import { OrderCodesRepository } from './order-codes.repository.js';
import { OrderEmailService } from './order-email.service.js';
import { OrderEventPayloadsService } from './order-event-payloads.service.js';
import { OrderEventsPublisher } from './order-events.publisher.js';
import { ParcelEventsPublisher } from './parcel-events.publisher.js';
import { OrderLinksService } from './order-links.service.js';
import { RefundSummaryRepository } from './refund-summary.repository.js';
import { OrderQuestionEventsPublisher } from './order-question-events.publisher.js';
import { OrderQuestionsRepository } from './order-questions.repository.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import { OrderNotesRepository } from './order-notes.repository.js';
import { OrdersRepository } from './orders.repository.js';

const PROVIDERS = [
  ArrivalEstimatesService,
  ShippableAddressesService,
  OrdersRepository,
  RefundSummaryRepository,
  OrderHistoryRepository,
  OrderNotesRepository,
  OrderLinksService,
  OrderCodesRepository,
  OrderEventPayloadsService,
  OrderEventsPublisher,
  OrderQuestionEventsPublisher,
  OrderQuestionsRepository,
  OrderEmailService,
  ParcelEventsPublisher,
];

/** Orders, their events and their history. */
@Module({ imports: [AuditModule, ShopSettingsModule], providers: PROVIDERS, exports: PROVIDERS })
export class OrdersModule {}
