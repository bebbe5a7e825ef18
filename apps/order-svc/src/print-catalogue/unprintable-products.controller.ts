import { Controller, Query } from '@nestjs/common';
import type { UnprintableProduct } from '@shop/contracts-order';
import { type QueryOf } from '@shop/contracts-common/routes';
import { listUnprintableProducts } from '@shop/contracts-order/routes';
import { Route, zodPipe } from '@shop/service-kit';
import { UnprintableProductsService } from './unprintable-products.service.js';

@Controller()
export class UnprintableProductsController {
  constructor(private readonly products: UnprintableProductsService) {}

  @Route(listUnprintableProducts)
  listProducts(
    @Query(zodPipe(listUnprintableProducts.query)) { productId }: QueryOf<typeof listUnprintableProducts>,
  ): Promise<UnprintableProduct[]> {
    return this.products.listProducts(productId);
  }
}
