import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import type { AdminProduct } from '@shop/contracts/catalog';
import type { TimelineEntry } from '@shop/contracts/common';
import {
  changeProduct,
  createProduct,
  deleteProduct,
  getAdminProduct,
  getProductTimeline,
  listAdminProducts,
  type BodyOf,
  type QueryOf,
} from '@shop/contracts/routes';
import { toAuditActor, Caller, parseIdempotencyKey, uuidPipe, zodPipe, type Page, Route } from '@shop/service-kit';
import { AdminProductsService } from './admin-products.service.js';

@Controller()
export class AdminProductsController {
  constructor(private readonly adminProducts: AdminProductsService) {}

  @Route(listAdminProducts)
  listProducts(
    @Query(zodPipe(listAdminProducts.query)) page: QueryOf<typeof listAdminProducts>,
  ): Promise<Page<AdminProduct>> {
    return this.adminProducts.listPage(page);
  }

  @Route(getAdminProduct)
  getProduct(@Param('id', uuidPipe) id: string): Promise<AdminProduct> {
    return this.adminProducts.getProduct(id);
  }

  @Route(getProductTimeline)
  listTimeline(@Param('id', uuidPipe) id: string): Promise<TimelineEntry[]> {
    return this.adminProducts.listTimeline(id);
  }

  @Route(createProduct)
  createProduct(
    @Body(zodPipe(createProduct.body)) form: BodyOf<typeof createProduct>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.adminProducts.createProduct(form, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Route(changeProduct)
  changeProduct(
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeProduct.body)) change: BodyOf<typeof changeProduct>,
    @Caller() caller: Caller,
  ): Promise<AdminProduct> {
    return this.adminProducts.changeProduct(id, change, toAuditActor(caller));
  }

  @Route(deleteProduct)
  deleteProduct(@Param('id', uuidPipe) id: string, @Caller() caller: Caller): Promise<void> {
    return this.adminProducts.deleteProduct(id, toAuditActor(caller));
  }
}
