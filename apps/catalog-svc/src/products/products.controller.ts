import { Controller, Param, Res } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { listProducts, listVariants } from '@shop/contracts/routes';
import { uuidPipe, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCachedResponse } from '../cached-response/send-cached-response.js';
import { ProductListsCache } from './product-lists.cache.js';

/** Browsers revalidate each time, because a price must never be outdated. */
const REVALIDATE = { 'cache-control': 'no-cache' };

@Controller()
export class ProductsController {
  constructor(private readonly productListsCache: ProductListsCache) {}

  @Route(listProducts)
  async listProducts(@Res() reply: FastifyReply): Promise<void> {
    await sendCachedResponse(reply, await this.productListsCache.getActiveProducts(), REVALIDATE);
  }

  @Route(listVariants)
  async listVariants(@Param('id', uuidPipe) id: string, @Res() reply: FastifyReply): Promise<void> {
    const variants = await this.productListsCache.findActiveVariants(id);
    if (!variants) throw new DomainError('PRODUCT_UNKNOWN', 'not-found', MESSAGES.notFound);
    await sendCachedResponse(reply, variants, REVALIDATE);
  }
}
