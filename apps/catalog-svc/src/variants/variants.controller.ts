import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminVariant } from '@shop/contracts-catalog';
import { changeVariant, createVariant, listAdminVariants } from '@shop/contracts-catalog/routes';
import { type BodyOf } from '@shop/contracts-common/routes';
import { toAuditActor, Caller, parseIdempotencyKey, parseIfMatch, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { VariantsService } from './variants.service.js';

@Controller()
export class VariantsController {
  constructor(private readonly variantsService: VariantsService) {}

  @Route(listAdminVariants)
  listVariants(@Param('id', uuidPipe) productId: string): Promise<AdminVariant[]> {
    return this.variantsService.listVariants(productId);
  }

  @Route(createVariant)
  addVariant(
    @Param('id', uuidPipe) productId: string,
    @Body(zodPipe(createVariant.body)) form: BodyOf<typeof createVariant>,
    @Caller() caller: Caller,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminVariant> {
    return this.variantsService.addVariant(productId, form, toAuditActor(caller), parseIdempotencyKey(key));
  }

  @Route(changeVariant)
  changeVariant(
    @Param('id', uuidPipe) productId: string,
    @Param('variantId', uuidPipe) variantId: string,
    @Body(zodPipe(changeVariant.body)) change: BodyOf<typeof changeVariant>,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminVariant> {
    const by = { actor: toAuditActor(caller), seen: parseIfMatch(ifMatch) };
    return this.variantsService.changeVariant(productId, variantId, change, by);
  }
}
