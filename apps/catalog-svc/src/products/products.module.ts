import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminProductsController } from './admin-products.controller.js';
import { AdminProductsService } from './admin-products.service.js';
import { ProductEventsPublisher } from './product-events.publisher.js';
import { ProductChangesService } from './product-changes.service.js';
import { ProductsConsumer } from './products.consumer.js';
import { ProductsController } from './products.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ProductListsCache } from './product-lists.cache.js';

@Module({
  imports: [AuditModule],
  controllers: [ProductsController, AdminProductsController, ProductsConsumer],
  providers: [
    ProductsRepository,
    ProductListsCache,
    ProductEventsPublisher,
    ProductChangesService,
    AdminProductsService,
  ],
  exports: [ProductEventsPublisher, ProductChangesService, ProductsRepository],
})
export class ProductsModule {}
