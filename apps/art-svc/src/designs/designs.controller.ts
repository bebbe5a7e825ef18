import { Controller, Query } from '@nestjs/common';
import { type Design, type OwnDesignsQuery } from '@shop/contracts/art';
import { listDesigns } from '@shop/contracts/routes';
import { Caller, zodPipe, type Page, Route } from '@shop/service-kit';
import { DesignsService } from './designs.service.js';

@Controller()
export class DesignsController {
  constructor(private readonly designs: DesignsService) {}

  @Route(listDesigns)
  list(@Caller() caller: Caller, @Query(zodPipe(listDesigns.query)) query: OwnDesignsQuery): Promise<Page<Design>> {
    return this.designs.listForOwner(caller, query);
  }
}
