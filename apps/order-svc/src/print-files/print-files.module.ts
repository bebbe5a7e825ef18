import { Module } from '@nestjs/common';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PrintFilesConsumer } from './print-files.consumer.js';

@Module({ imports: [OrdersModule, HoldsModule], controllers: [PrintFilesConsumer] })
export class PrintFilesModule {}
