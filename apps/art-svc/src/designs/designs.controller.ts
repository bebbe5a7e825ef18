import { Controller, Get, Query } from '@nestjs/common';
import { ownDesignsQuerySchema, type Design, type OwnDesignsQuery } from '@shop/contracts/art';
import { Access, Caller, Paged, zodPipe, type Page } from '@shop/service-kit';
import { DesignsService } from './designs.service.js';

@Controller('api/designs')
export class DesignsController {
  constructor(private readonly designs: DesignsService) {}

  @Get()
  @Access('user')
  @Paged()
  list(@Caller() caller: Caller, @Query(zodPipe(ownDesignsQuerySchema)) query: OwnDesignsQuery): Promise<Page<Design>> {
    return this.designs.listForOwner(caller, query);
  }
}
