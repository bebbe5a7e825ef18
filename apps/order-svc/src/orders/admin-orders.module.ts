import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { ChangeOrderStatus } from './change-order-status.js';
import { OrdersModule } from './orders.module.js';

/** Apart from the orders themselves, because cancelling leans on payments, and payments on orders. */
@Module({ imports: [OrdersModule, PaymentsModule], controllers: [AdminOrdersController], providers: [ChangeOrderStatus] })
export class AdminOrdersModule {}
