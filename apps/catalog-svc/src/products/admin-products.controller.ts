import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { productChangeSchema, productFormSchema, type Product } from '@shop/contracts/catalog';
import { Access, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { AdminProductsService } from './admin-products.service.js';

@Controller('api/admin/products')
export class AdminProductsController {
  constructor(private readonly products: AdminProductsService) {}

  @Get()
  @Access('admin')
  list(): Promise<Product[]> {
    return this.products.list();
  }

  @Post()
  @Access('admin')
  create(@Body(zod(productFormSchema)) form: z.output<typeof productFormSchema>): Promise<Product> {
    return this.products.create(form);
  }

  @Patch(':id')
  @Access('admin')
  change(@Param('id', uuidParam) id: string, @Body(zod(productChangeSchema)) change: z.output<typeof productChangeSchema>): Promise<Product> {
    return this.products.change(id, change);
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('admin')
  remove(@Param('id', uuidParam) id: string): Promise<void> {
    return this.products.remove(id);
  }
}
