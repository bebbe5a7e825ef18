import { Controller, Get, Param, Res } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { Access, uuidParam } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendReady } from '../ready/send-ready.js';
import { ReadyLists } from './ready-lists.js';

/** Kept by browsers, but asked for again each time: a price must never be old. */
const REVALIDATE = { 'cache-control': 'no-cache' };

@Controller('api/products')
export class ProductsController {
  constructor(private readonly lists: ReadyLists) {}

  @Get()
  @Access('public')
  async list(@Res() reply: FastifyReply): Promise<void> {
    await sendReady(reply, await this.lists.activeProducts(), REVALIDATE);
  }

  @Get(':id/variants')
  @Access('public')
  async variants(@Param('id', uuidParam) id: string, @Res() reply: FastifyReply): Promise<void> {
    const variants = await this.lists.activeVariants(id);
    if (!variants) throw new DomainError('PRODUCT_UNKNOWN', 'not-found', SENTENCES.notFound);
    await sendReady(reply, variants, REVALIDATE);
  }
}
