import { Controller, Header, Query, type StreamableFile } from '@nestjs/common';
import type { QueryOf } from '@shop/contracts-common/routes';
import { getPackingSlips } from '@shop/contracts-order/routes';
import { Caller, Route, toAuditActor, zodPipe } from '@shop/service-kit';
import { PackingSlipsService } from './packing-slips.service.js';

@Controller()
export class PackingSlipsController {
  constructor(private readonly packingSlips: PackingSlipsService) {}

  @Route(getPackingSlips)
  @Header('cache-control', 'no-store')
  download(
    @Caller() caller: Caller,
    @Query(zodPipe(getPackingSlips.query)) { orders }: QueryOf<typeof getPackingSlips>,
  ): Promise<StreamableFile> {
    return this.packingSlips.downloadSlips(orders, toAuditActor(caller));
  }
}
