import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PrintFilesModule } from '../print-files/print-files.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { ChangeDeliveryAddress } from './change-delivery-address.js';
import { ChangeOrderNote } from './change-order-note.js';
import { ChangeOrderStatus } from './change-order-status.js';
import { OrderAddressController } from './order-address.controller.js';
import { OrderDetail } from './order-detail.js';
import { OrderList } from './order-list.js';
import { OrderNotes } from './order-notes.js';
import { OrderPrintFilesController } from './order-print-files.controller.js';
import { OrderRefundsController } from './order-refunds.controller.js';
import { OrderStory } from './order-story.js';
import { OrdersFile } from './orders-file.js';
import { RefundOrder } from './refund-order.js';

/** What admins see and do of orders; apart from the orders themselves, because it leans on payments, and payments on orders. */
@Module({
  imports: [OrdersModule, PaymentsModule, HoldsModule, FulfilmentModule, PrintFilesModule, AuditModule],
  controllers: [AdminOrdersController, OrderAddressController, OrderRefundsController, OrderPrintFilesController],
  providers: [
    OrderList,
    OrdersFile,
    OrderDetail,
    OrderNotes,
    OrderStory,
    ChangeOrderStatus,
    ChangeDeliveryAddress,
    ChangeOrderNote,
    RefundOrder,
  ],
  exports: [ChangeOrderStatus],
})
export class AdminOrdersModule {}
