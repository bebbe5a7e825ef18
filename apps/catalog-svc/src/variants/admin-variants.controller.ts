import { Body, Controller, Get, Headers, Param, Patch, Post } from '@nestjs/common';
import { variantChangeSchema, variantFormSchema, type AdminVariant } from '@shop/contracts/catalog';
import { Access, actorOf, Caller, idempotencyKeyOf, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { AdminVariantsService } from './admin-variants.service.js';

@Controller('api/admin/products/:id/variants')
export class AdminVariantsController {
  constructor(private readonly adminVariants: AdminVariantsService) {}

  @Get()
  @Access('admin')
  listVariants(@Param('id', uuidParam) productId: string): Promise<AdminVariant[]> {
    return this.adminVariants.listVariants(productId);
  }

  @Post()
  @Access('admin')
  addVariant(
    @Param('id', uuidParam) productId: string,
    @Body(zod(variantFormSchema)) form: z.output<typeof variantFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminVariant> {
    return this.adminVariants.addVariant(productId, form, actorOf(caller), idempotencyKeyOf(key));
  }

  @Patch(':variantId')
  @Access('admin')
  changeVariant(
    @Param('id', uuidParam) productId: string,
    @Param('variantId', uuidParam) variantId: string,
    @Body(zod(variantChangeSchema)) change: z.output<typeof variantChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminVariant> {
    return this.adminVariants.changeVariant(productId, variantId, change, actorOf(caller));
  }
}
