import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { DeliveryAddressService } from './delivery-address.service.js';
import { FiguresController } from './figures.controller.js';
import { FiguresService } from './figures.service.js';
import { OrderNoteService } from './order-note.service.js';
import { OrderStatusService } from './order-status.service.js';
import { OrderAddressController } from './order-address.controller.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderListService } from './order-list.service.js';
import { OrderNotesRepository } from './order-notes.repository.js';
import { OrderPrintFilesController } from './order-print-files.controller.js';
import { OrderRefundsController } from './order-refunds.controller.js';
import { OrderTimelineService } from './order-timeline.service.js';
import { OrdersCsvService } from './orders-csv.service.js';
import { OrderRefundsService } from './order-refunds.service.js';

/** Orders and statistics for admins. */
@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, OrderLifecycleModule, AuditModule],
  controllers: [
    AdminOrdersController,
    OrderAddressController,
    OrderRefundsController,
    OrderPrintFilesController,
    FiguresController,
  ],
  providers: [
    FiguresService,
    OrderListService,
    OrdersCsvService,
    OrderDetailService,
    OrderNotesRepository,
    OrderTimelineService,
    OrderStatusService,
    DeliveryAddressService,
    OrderNoteService,
    OrderRefundsService,
  ],
  exports: [OrderStatusService],
})
export class AdminOrdersModule {}
