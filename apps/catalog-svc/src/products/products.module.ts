import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminProductsController } from './admin-products.controller.js';
import { AdminProductsService } from './admin-products.service.js';
import { ProductAnnouncer } from './product-announcer.js';
import { ProductChanges } from './product-changes.js';
import { ProductsConsumer } from './products.consumer.js';
import { ProductsController } from './products.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ReadyLists } from './ready-lists.js';

@Module({
  imports: [AuditModule],
  controllers: [ProductsController, AdminProductsController, ProductsConsumer],
  providers: [ProductsRepository, ReadyLists, ProductAnnouncer, ProductChanges, AdminProductsService],
  exports: [ProductAnnouncer, ProductChanges, ProductsRepository],
})
export class ProductsModule {}
