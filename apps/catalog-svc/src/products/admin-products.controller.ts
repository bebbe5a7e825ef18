import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  adminProductsQuerySchema,
  productChangeSchema,
  productFormSchema,
  type AdminProduct,
} from '@shop/contracts/catalog';
import type { TimelineEntry } from '@shop/contracts/common';
import { Access, actorOf, Caller, idempotencyKeyOf, Paged, uuidParam, zod, type Page } from '@shop/service-kit';
import type { z } from 'zod';
import { AdminProductsService } from './admin-products.service.js';

@Controller('api/admin/products')
export class AdminProductsController {
  constructor(private readonly products: AdminProductsService) {}

  @Get()
  @Access('admin')
  @Paged()
  list(
    @Query(zod(adminProductsQuerySchema)) page: z.output<typeof adminProductsQuerySchema>,
  ): Promise<Page<AdminProduct>> {
    return this.products.list(page);
  }

  @Get(':id')
  @Access('admin')
  get(@Param('id', uuidParam) id: string): Promise<AdminProduct> {
    return this.products.get(id);
  }

  @Get(':id/timeline')
  @Access('admin')
  timeline(@Param('id', uuidParam) id: string): Promise<TimelineEntry[]> {
    return this.products.timeline(id);
  }

  @Post()
  @Access('admin')
  create(
    @Body(zod(productFormSchema)) form: z.output<typeof productFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.products.create(form, actorOf(caller), idempotencyKeyOf(key));
  }

  @Patch(':id')
  @Access('admin')
  change(
    @Param('id', uuidParam) id: string,
    @Body(zod(productChangeSchema)) change: z.output<typeof productChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminProduct> {
    return this.products.change(id, change, actorOf(caller));
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('admin')
  remove(@Param('id', uuidParam) id: string, @Caller() caller: Caller): Promise<void> {
    return this.products.remove(id, actorOf(caller));
  }
}
