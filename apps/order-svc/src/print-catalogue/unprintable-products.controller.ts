import { Controller } from '@nestjs/common';
import type { UnprintableProduct } from '@shop/contracts/order';
import { listUnprintableProducts } from '@shop/contracts/routes';
import { Route } from '@shop/service-kit';
import { UnprintableProductsService } from './unprintable-products.service.js';

@Controller()
export class UnprintableProductsController {
  constructor(private readonly products: UnprintableProductsService) {}

  @Route(listUnprintableProducts)
  listProducts(): Promise<UnprintableProduct[]> {
    return this.products.listProducts();
  }
}
