import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasuresRepository } from './erasures.repository.js';
import { UserErasureService } from './user-erasure.service.js';
import { OpenOrdersConsumer } from './open-orders.consumer.js';

@Module({
  imports: [OrdersModule, PaymentsModule],
  controllers: [ErasureConsumer, OpenOrdersConsumer],
  providers: [ErasuresRepository, UserErasureService],
  exports: [ErasuresRepository, UserErasureService],
})
export class ErasureModule {}
