import { Controller, Get, Header, Param } from '@nestjs/common';
import type { ProductPage } from '@shop/contracts-catalog';
import type { MovedPage, PageHead } from '@shop/contracts-common';
import { getProductPage } from '@shop/contracts-catalog/routes';
import { Access, Route } from '@shop/service-kit';
import { ProductPagesService } from './product-pages.service.js';

/** The pages' data, and what the gateway needs of them before any script runs. */
@Controller()
export class ProductPagesController {
  constructor(private readonly productPages: ProductPagesService) {}

  @Route(getProductPage)
  @Header('cache-control', 'no-cache')
  getPage(@Param('slug') slug: string): Promise<ProductPage> {
    return this.productPages.getPage(slug);
  }

  @Get('internal/page-heads/products/:slug')
  @Access('internal')
  getHead(@Param('slug') slug: string): Promise<PageHead | MovedPage> {
    return this.productPages.getHead(slug);
  }

  @Get('internal/product-paths')
  @Access('internal')
  listPaths(): Promise<string[]> {
    return this.productPages.listPaths();
  }
}
