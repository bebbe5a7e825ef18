import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CancelOwnOrder } from './cancel-own-order.js';
import { ChangeHeldOrder } from './change-held-order.js';
import { ChangeOrderAddress } from './change-order-address.js';
import { ChangeOrderItem } from './change-order-item.js';
import { CustomerOrdersController } from './customer-orders.controller.js';
import { CustomerMoney } from './customer-money.js';
import { CustomerOrders } from './customer-orders.js';
import { ItemOffers } from './item-offers.js';
import { OrderAccess } from './order-access.js';
import { OrderSignals } from './order-signals.js';
import { OrderStream } from './order-stream.js';
import { SamePriceSizes } from './same-price-sizes.js';

/** One order, for its customer: to be seen, watched, and during its hold changed or cancelled. */
@Module({
  imports: [OrdersModule, PaymentsModule, GuestsModule, HoldsModule, FulfilmentModule, AuditModule],
  controllers: [CustomerOrdersController],
  providers: [
    OrderAccess,
    CustomerMoney,
    CustomerOrders,
    SamePriceSizes,
    ItemOffers,
    ChangeHeldOrder,
    ChangeOrderItem,
    ChangeOrderAddress,
    CancelOwnOrder,
    OrderSignals,
    OrderStream,
  ],
})
export class CustomerOrdersModule {}
