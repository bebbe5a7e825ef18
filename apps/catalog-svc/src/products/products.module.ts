import { Module } from '@nestjs/common';
import { AdminProductsController } from './admin-products.controller.js';
import { AdminProductsService } from './admin-products.service.js';
import { ProductAnnouncer } from './product-announcer.js';
import { ProductsConsumer } from './products.consumer.js';
import { ProductsController } from './products.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ReadyLists } from './ready-lists.js';

@Module({
  controllers: [ProductsController, AdminProductsController, ProductsConsumer],
  providers: [ProductsRepository, ReadyLists, ProductAnnouncer, AdminProductsService],
  exports: [ProductAnnouncer],
})
export class ProductsModule {}
