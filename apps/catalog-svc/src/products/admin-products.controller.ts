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
  constructor(private readonly adminProducts: AdminProductsService) {}

  @Get()
  @Access('admin')
  @Paged()
  listProducts(
    @Query(zod(adminProductsQuerySchema)) page: z.output<typeof adminProductsQuerySchema>,
  ): Promise<Page<AdminProduct>> {
    return this.adminProducts.listPage(page);
  }

  @Get(':id')
  @Access('admin')
  getProduct(@Param('id', uuidParam) id: string): Promise<AdminProduct> {
    return this.adminProducts.getProduct(id);
  }

  @Get(':id/timeline')
  @Access('admin')
  listTimeline(@Param('id', uuidParam) id: string): Promise<TimelineEntry[]> {
    return this.adminProducts.listTimeline(id);
  }

  @Post()
  @Access('admin')
  createProduct(
    @Body(zod(productFormSchema)) form: z.output<typeof productFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.adminProducts.createProduct(form, actorOf(caller), idempotencyKeyOf(key));
  }

  @Patch(':id')
  @Access('admin')
  changeProduct(
    @Param('id', uuidParam) id: string,
    @Body(zod(productChangeSchema)) change: z.output<typeof productChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminProduct> {
    return this.adminProducts.changeProduct(id, change, actorOf(caller));
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('admin')
  deleteProduct(@Param('id', uuidParam) id: string, @Caller() caller: Caller): Promise<void> {
    return this.adminProducts.deleteProduct(id, actorOf(caller));
  }
}
