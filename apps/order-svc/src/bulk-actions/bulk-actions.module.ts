import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminOrdersModule } from '../admin-orders/admin-orders.module.js';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { BulkActionsController } from './bulk-actions.controller.js';
import { BulkActionsRepository } from './bulk-actions.repository.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { BulkRowsService } from './bulk-rows.service.js';

/** Changes of many orders that admins start at once. */
@Module({
  imports: [AdminOrdersModule, FulfilmentModule, OrderLifecycleModule, AuditModule],
  controllers: [BulkActionsController],
  providers: [BulkActionsRepository, BulkActionsService, BulkRowsService],
})
export class BulkActionsModule {}
