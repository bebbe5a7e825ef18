import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  adminProductsQuerySchema,
  productChangeSchema,
  productFormSchema,
  type AdminProduct,
} from '@shop/contracts/catalog';
import type { TimelineEntry } from '@shop/contracts/common';
import {
  Access,
  toAuditActor,
  Caller,
  parseIdempotencyKey,
  Paged,
  uuidPipe,
  zodPipe,
  type Page,
} from '@shop/service-kit';
import type { z } from 'zod';
import { AdminProductsService } from './admin-products.service.js';

@Controller('api/admin/products')
export class AdminProductsController {
  constructor(private readonly adminProducts: AdminProductsService) {}

  @Get()
  @Access('admin')
  @Paged()
  listProducts(
    @Query(zodPipe(adminProductsQuerySchema)) page: z.output<typeof adminProductsQuerySchema>,
  ): Promise<Page<AdminProduct>> {
    return this.adminProducts.listPage(page);
  }

  @Get(':id')
  @Access('admin')
  getProduct(@Param('id', uuidPipe) id: string): Promise<AdminProduct> {
    return this.adminProducts.getProduct(id);
  }

  @Get(':id/timeline')
  @Access('admin')
  listTimeline(@Param('id', uuidPipe) id: string): Promise<TimelineEntry[]> {
    return this.adminProducts.listTimeline(id);
  }

  @Post()
  @Access('admin')
  createProduct(
    @Body(zodPipe(productFormSchema)) form: z.output<typeof productFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminProduct> {
    return this.adminProducts.createProduct(form, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Patch(':id')
  @Access('admin')
  changeProduct(
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(productChangeSchema)) change: z.output<typeof productChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminProduct> {
    return this.adminProducts.changeProduct(id, change, toAuditActor(caller));
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('admin')
  deleteProduct(@Param('id', uuidPipe) id: string, @Caller() caller: Caller): Promise<void> {
    return this.adminProducts.deleteProduct(id, toAuditActor(caller));
  }
}
