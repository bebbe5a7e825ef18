import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { AdminMoney, DiscrepancyResolution } from '@shop/contracts/order';
import { Access, toAuditActor, Caller, uuidPipe } from '@shop/service-kit';
import { DiscrepancyResolutionService } from './discrepancy-resolution.service.js';
import { MoneyOverviewRepository } from './money-overview.repository.js';

@Controller('api/admin/money')
export class MoneyController {
  constructor(
    private readonly overview: MoneyOverviewRepository,
    private readonly discrepancyResolution: DiscrepancyResolutionService,
  ) {}

  @Get()
  @Access('admin')
  getOverview(): Promise<AdminMoney> {
    return this.overview.getOverview();
  }

  @Post('discrepancies/:id/resolve')
  @HttpCode(200)
  @Access('admin')
  async resolveDiscrepancy(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
  ): Promise<DiscrepancyResolution> {
    return { message: await this.discrepancyResolution.resolveDiscrepancy(id, toAuditActor(caller)) };
  }
}
