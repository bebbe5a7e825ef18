import { Body, Controller, Get, Headers, Param, Patch, Post } from '@nestjs/common';
import { variantChangeSchema, variantFormSchema, type AdminVariant } from '@shop/contracts/catalog';
import { Access, toAuditActor, Caller, parseIdempotencyKey, uuidPipe, zodPipe } from '@shop/service-kit';
import type { z } from 'zod';
import { AdminVariantsService } from './admin-variants.service.js';

@Controller('api/admin/products/:id/variants')
export class AdminVariantsController {
  constructor(private readonly adminVariants: AdminVariantsService) {}

  @Get()
  @Access('admin')
  listVariants(@Param('id', uuidPipe) productId: string): Promise<AdminVariant[]> {
    return this.adminVariants.listVariants(productId);
  }

  @Post()
  @Access('admin')
  addVariant(
    @Param('id', uuidPipe) productId: string,
    @Body(zodPipe(variantFormSchema)) form: z.output<typeof variantFormSchema>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminVariant> {
    return this.adminVariants.addVariant(productId, form, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Patch(':variantId')
  @Access('admin')
  changeVariant(
    @Param('id', uuidPipe) productId: string,
    @Param('variantId', uuidPipe) variantId: string,
    @Body(zodPipe(variantChangeSchema)) change: z.output<typeof variantChangeSchema>,
    @Caller() caller: Caller,
  ): Promise<AdminVariant> {
    return this.adminVariants.changeVariant(productId, variantId, change, toAuditActor(caller));
  }
}
