import { Module } from '@nestjs/common';
import { PrintCatalogueService } from './print-catalogue.service.js';
import { UnprintableProductsController } from './unprintable-products.controller.js';
import { UnprintableProductsService } from './unprintable-products.service.js';

/** What Printful prints of the shop's products. */
@Module({
  controllers: [UnprintableProductsController],
  providers: [PrintCatalogueService, UnprintableProductsService],
  exports: [PrintCatalogueService],
})
export class PrintCatalogueModule {}
