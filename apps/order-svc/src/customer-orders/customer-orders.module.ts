import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CustomerCancellationService } from './customer-cancellation.service.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';
import { CustomerAddressService } from './customer-address.service.js';
import { CustomerItemsService } from './customer-items.service.js';
import { CustomerOrdersController } from './customer-orders.controller.js';
import { CustomerRefundsService } from './customer-refunds.service.js';
import { CustomerOrdersService } from './customer-orders.service.js';
import { ItemOffersService } from './item-offers.service.js';
import { OrderAccessService } from './order-access.service.js';
import { OrderSignals } from './order-signals.js';
import { OrderStreamService } from './order-stream.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { SizeOptionsService } from './size-options.service.js';

/** A customer's orders: listed, and one of them shown, streamed, and changed or cancelled within the change window. */
@Module({
  imports: [GuestsModule, OrdersModule, PaymentsModule, FulfilmentModule, OrderLifecycleModule, AuditModule],
  controllers: [OrdersController, CustomerOrdersController],
  providers: [
    OrdersService,
    OrderAccessService,
    CustomerRefundsService,
    CustomerOrdersService,
    SizeOptionsService,
    ItemOffersService,
    ChangeableOrdersService,
    CustomerItemsService,
    CustomerAddressService,
    CustomerCancellationService,
    OrderSignals,
    OrderStreamService,
  ],
})
export class CustomerOrdersModule {}
