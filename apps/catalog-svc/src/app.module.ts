import { catalogEvents } from '@shop/contracts-catalog';
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule, ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { migrations } from './database/migrations.js';
import { ForeignPicturesController } from './foreign-pictures/foreign-pictures.controller.js';
import { ForeignPicturesRepository } from './foreign-pictures/foreign-pictures.repository.js';
import { ForeignPicturesService } from './foreign-pictures/foreign-pictures.service.js';
import { PicturesController } from './pictures/pictures.controller.js';
import { PicturesService } from './pictures/pictures.service.js';
import { ProductPagesController } from './product-pages/product-pages.controller.js';
import { ProductPagesService } from './product-pages/product-pages.service.js';
import { ProductSlugsRepository } from './products/product-slugs.repository.js';
import { ProductCopiesService } from './products/product-copies.service.js';
import { ProductEventsPublisher } from './products/product-events.publisher.js';
import { ProductsConsumer } from './products/products.consumer.js';
import { ProductListsCache } from './products/product-lists.cache.js';
import { ProductOrderRepository } from './products/product-order.repository.js';
import { ProductOrderService } from './products/product-order.service.js';
import { ProductEntity } from './products/product.entity.js';
import { ProductVariantEntity } from './products/product-variant.entity.js';
import { ProductsController } from './products/products.controller.js';
import { ProductsRepository } from './products/products.repository.js';
import { ProductsService } from './products/products.service.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { CatalogueSeeder } from './seeding/catalogue-seeder.js';
import { OutOfStockConsumer } from './variants/out-of-stock.consumer.js';
import { VariantsController } from './variants/variants.controller.js';
import { VariantsService } from './variants/variants.service.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'catalog-svc',
          events: catalogEvents,
          config,
          entities: [ProductEntity, ProductVariantEntity],
          migrations,
        }),
        AuditModule,
        ReviewsModule,
      ],
      controllers: [
        ProductsController,
        ProductsConsumer,
        VariantsController,
        OutOfStockConsumer,
        ForeignPicturesController,
        PicturesController,
        ProductPagesController,
      ],
      providers: [
        ProductsService,
        ProductsRepository,
        ProductSlugsRepository,
        ProductPagesService,
        ProductCopiesService,
        ProductOrderService,
        ProductOrderRepository,
        ProductEventsPublisher,
        ProductListsCache,
        VariantsService,
        PicturesService,
        ForeignPicturesService,
        ForeignPicturesRepository,
        CatalogueSeeder,
      ],
    };
  }
}
