import { Controller, Get } from '@nestjs/common';
import type { Design } from '@shop/contracts/art';
import { Access, Caller } from '@shop/service-kit';
import { DesignsService } from './designs.service.js';

@Controller('api/designs')
export class DesignsController {
  constructor(private readonly designs: DesignsService) {}

  @Get()
  @Access('user')
  list(@Caller() caller: Caller): Promise<Design[]> {
    return this.designs.list(caller);
  }
}
