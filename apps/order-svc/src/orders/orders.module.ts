import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { GuestsModule } from '../guests/guests.module.js';
import { OrderEventsPublisher } from './order-events.publisher.js';
import { OrderLinksService } from './order-links.service.js';
import { RefundSummaryRepository } from './refund-summary.repository.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [GuestsModule, AuditModule],
  controllers: [OrdersController],
  providers: [
    RefundSummaryRepository,
    OrdersRepository,
    OrdersService,
    OrderHistoryRepository,
    OrderLinksService,
    OrderEventsPublisher,
  ],
  exports: [
    RefundSummaryRepository,
    OrdersRepository,
    OrdersService,
    OrderHistoryRepository,
    OrderLinksService,
    OrderEventsPublisher,
  ],
})
export class OrdersModule {}
