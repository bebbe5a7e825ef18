import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PrintFilesConsumer } from './print-files.consumer.js';
import { RemakePrintFiles } from './remake-print-files.js';

@Module({
  imports: [OrdersModule, HoldsModule, AuditModule],
  controllers: [PrintFilesConsumer],
  providers: [RemakePrintFiles],
  exports: [RemakePrintFiles],
})
export class PrintFilesModule {}
