import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { migrations } from './database/migrations.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { ProductVariantEntity } from './products/product-variant.entity.js';
import { ProductEntity } from './products/product.entity.js';
import { ProductsModule } from './products/products.module.js';
import { SeedingModule } from './seeding/seeding.module.js';
import { VariantsModule } from './variants/variants.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'catalog-svc',
          config,
          entities: [ProductEntity, ProductVariantEntity],
          migrations,
        }),
        ProductsModule,
        VariantsModule,
        PicturesModule,
        SeedingModule,
      ],
    };
  }
}
