import { Controller, Get, Param, Res } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { Access, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCachedResponse } from '../cached-response/send-cached-response.js';
import { ProductListsCache } from './product-lists.cache.js';

/** Browsers revalidate each time, because a price must never be outdated. */
const REVALIDATE = { 'cache-control': 'no-cache' };

@Controller('api/products')
export class ProductsController {
  constructor(private readonly productListsCache: ProductListsCache) {}

  @Get()
  @Access('public')
  async listProducts(@Res() reply: FastifyReply): Promise<void> {
    await sendCachedResponse(reply, await this.productListsCache.getActiveProducts(), REVALIDATE);
  }

  @Get(':id/variants')
  @Access('public')
  async listVariants(@Param('id', uuidPipe) id: string, @Res() reply: FastifyReply): Promise<void> {
    const variants = await this.productListsCache.findActiveVariants(id);
    if (!variants) throw new DomainError('PRODUCT_UNKNOWN', 'not-found', MESSAGES.notFound);
    await sendCachedResponse(reply, variants, REVALIDATE);
  }
}
