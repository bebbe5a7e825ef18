import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ChangeWindowModule } from '../fulfilment/change-window.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PrintFilesConsumer } from './print-files.consumer.js';
import { PrintFileRequestsService } from './print-file-requests.service.js';

@Module({
  imports: [OrdersModule, ChangeWindowModule, AuditModule],
  controllers: [PrintFilesConsumer],
  providers: [PrintFileRequestsService],
  exports: [PrintFileRequestsService],
})
export class PrintFilesModule {}
