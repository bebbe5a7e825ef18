import { Body, Controller, Get, Headers, Param, Patch, Post } from '@nestjs/common';
import { variantChangeSchema, variantFormSchema, type AdminVariant } from '@shop/contracts/catalog';
import { Access, actorOf, Caller, idempotencyKeyOf, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { AdminVariantsService } from './admin-variants.service.js';

@Controller('api/admin/products/:id/variants')
export class AdminVariantsController {
  constructor(private readonly variants: AdminVariantsService) {}

  @Get()
  @Access('admin')
  list(@Param('id', uuidParam) productId: string): Promise<AdminVariant[]> {
    return this.variants.list(productId);
  }

  @Post()
  @Access('admin')
  add(
    @Param('id', uuidParam) productId: string,
    @Body(zod(variantFormSchema)) form: z.output<typeof variantFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminVariant> {
    return this.variants.add(productId, form, actorOf(caller), idempotencyKeyOf(key));
  }

  @Patch(':variantId')
  @Access('admin')
  change(
    @Param('id', uuidParam) productId: string,
    @Param('variantId', uuidParam) variantId: string,
    @Body(zod(variantChangeSchema)) change: z.output<typeof variantChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminVariant> {
    return this.variants.change(productId, variantId, change, actorOf(caller));
  }
}
