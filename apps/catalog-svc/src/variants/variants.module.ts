import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.js';
import { AdminVariantsController } from './admin-variants.controller.js';
import { AdminVariantsService } from './admin-variants.service.js';
import { OutOfStockConsumer } from './out-of-stock.consumer.js';

@Module({
  imports: [ProductsModule],
  controllers: [AdminVariantsController, OutOfStockConsumer],
  providers: [AdminVariantsService],
})
export class VariantsModule {}
