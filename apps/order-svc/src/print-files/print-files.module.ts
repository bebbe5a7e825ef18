import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { PrintFilesConsumer } from './print-files.consumer.js';

@Module({ imports: [OrdersModule], controllers: [PrintFilesConsumer] })
export class PrintFilesModule {}
