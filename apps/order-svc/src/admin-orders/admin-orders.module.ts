import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { EmailCorrectionsService } from './email-corrections.service.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderCorrectionsController } from './order-corrections.controller.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderHoldsController } from './order-holds.controller.js';
import { OrderListRepository } from './order-list.repository.js';
import { OrderNoteService } from './order-note.service.js';
import { OrderVersionsService } from './order-versions.service.js';

/** Orders and statistics for admins. */
@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, OrderLifecycleModule, AuditModule],
  controllers: [AdminOrdersController, OrderCorrectionsController, OrderHoldsController],
  providers: [
    EmailCorrectionsService,
    OrderListRepository,
    OrderDetailService,
    OrderVersionsService,
    OrderChangesService,
    OrderNoteService,
  ],
  exports: [OrderChangesService],
})
export class AdminOrdersModule {}
