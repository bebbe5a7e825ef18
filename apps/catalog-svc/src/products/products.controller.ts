import { Body, Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { AdminProduct } from '@shop/contracts-catalog';
import type { TimelineEntry } from '@shop/contracts-common';
import {
  changeProduct,
  copyProduct,
  createProduct,
  deleteProduct,
  getAdminProduct,
  getProductTimeline,
  listAdminProducts,
  listProducts,
  listVariants,
  moveProduct,
  searchProducts,
} from '@shop/contracts-catalog/routes';
import { type BodyOf, type QueryOf } from '@shop/contracts-common/routes';
import {
  toAuditActor,
  Caller,
  parseIdempotencyKey,
  parseIfMatch,
  uuidPipe,
  zodPipe,
  type Page,
  Route,
  toNextLink,
} from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCachedResponse } from '../cached-response/cached-response.js';
import { ProductCopiesService } from './product-copies.service.js';
import { ProductListsCache } from './product-lists.cache.js';
import { ProductOrderService } from './product-order.service.js';
import { productNotFound, ProductsService } from './products.service.js';

/** Browsers revalidate each time, because a price must never be outdated. */
const REVALIDATE = { 'cache-control': 'no-cache' };

@Controller()
export class ProductsController {
  constructor(
    private readonly productsService: ProductsService,
    private readonly productOrder: ProductOrderService,
    private readonly productCopies: ProductCopiesService,
    private readonly productListsCache: ProductListsCache,
  ) {}

  @Route(listProducts)
  async listProducts(
    @Query(zodPipe(listProducts.query)) { cursor }: QueryOf<typeof listProducts>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { response, next } = await this.productListsCache.getActiveProducts(cursor);
    if (next) void reply.header('link', toNextLink(reply.request.url, next));
    await sendCachedResponse(reply, response, REVALIDATE);
  }

  @Route(listVariants)
  async listVariants(@Param('id', uuidPipe) id: string, @Res() reply: FastifyReply): Promise<void> {
    const variants = await this.productListsCache.findActiveVariants(id);
    if (!variants) throw productNotFound();
    await sendCachedResponse(reply, variants, REVALIDATE);
  }

  @Route(listAdminProducts)
  listAdminProducts(
    @Query(zodPipe(listAdminProducts.query)) page: QueryOf<typeof listAdminProducts>,
  ): Promise<Page<AdminProduct>> {
    return this.productsService.listProducts(page);
  }

  @Route(searchProducts)
  searchProducts(
    @Query(zodPipe(searchProducts.query)) page: QueryOf<typeof searchProducts>,
    @Body(zodPipe(searchProducts.body)) { words }: BodyOf<typeof searchProducts>,
  ): Promise<Page<AdminProduct>> {
    return this.productsService.listProducts({ ...page, words });
  }

  @Route(getAdminProduct)
  getProduct(@Param('id', uuidPipe) id: string): Promise<AdminProduct> {
    return this.productsService.getProduct(id);
  }

  @Route(getProductTimeline)
  listTimeline(@Param('id', uuidPipe) id: string): Promise<TimelineEntry[]> {
    return this.productsService.listTimeline(id);
  }

  @Route(createProduct)
  createProduct(
    @Body(zodPipe(createProduct.body)) form: BodyOf<typeof createProduct>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.productsService.createProduct(form, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Route(changeProduct)
  changeProduct(
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeProduct.body)) change: BodyOf<typeof changeProduct>,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminProduct> {
    return this.productsService.changeProduct(id, change, toAuditActor(caller), parseIfMatch(ifMatch));
  }

  @Route(deleteProduct)
  deleteProduct(
    @Param('id', uuidPipe) id: string,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    return this.productsService.deleteProduct(id, toAuditActor(caller), parseIfMatch(ifMatch));
  }

  @Route(copyProduct)
  copyProduct(
    @Param('id', uuidPipe) id: string,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.productCopies.copyProduct(id, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Route(moveProduct)
  moveProduct(
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(moveProduct.body)) place: BodyOf<typeof moveProduct>,
    @Caller() caller: Caller,
  ): Promise<void> {
    return this.productOrder.moveProduct(id, place, toAuditActor(caller));
  }
}
