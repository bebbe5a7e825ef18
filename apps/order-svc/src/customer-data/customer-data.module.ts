import { Module } from '@nestjs/common';
import { CartsModule } from '../carts/carts.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { ReprintsModule } from '../reprints/reprints.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CleanupService } from './cleanup.service.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasuresRepository } from './erasures.repository.js';
import { OpenOrdersConsumer } from './open-orders.consumer.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataService } from './personal-data.service.js';
import { UserErasureService } from './user-erasure.service.js';

/** Erasure, data export, and removal of old rows. */
@Module({
  imports: [
    GuestsModule,
    CartsModule,
    OrdersModule,
    PaymentsModule,
    ProblemReportsModule,
    ReprintsModule,
    OrderLifecycleModule,
  ],
  controllers: [ErasureConsumer, OpenOrdersConsumer, PersonalDataController],
  providers: [ErasuresRepository, UserErasureService, PersonalDataService, CleanupService],
})
export class CustomerDataModule {}
