import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AddressesModule } from '../addresses/addresses.module.js';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { ChangeWindowModule } from '../fulfilment/change-window.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PrintFilesModule } from '../print-files/print-files.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { DeliveryAddressService } from './delivery-address.service.js';
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

/** Orders for admins. A module of its own, because it depends on payments, and payments depend on orders. */
@Module({
  imports: [
    AddressesModule,
    OrdersModule,
    PaymentsModule,
    ChangeWindowModule,
    FulfilmentModule,
    PrintFilesModule,
    AuditModule,
  ],
  controllers: [AdminOrdersController, OrderAddressController, OrderRefundsController, OrderPrintFilesController],
  providers: [
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
