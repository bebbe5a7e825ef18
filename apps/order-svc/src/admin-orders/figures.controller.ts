import { Controller, Get } from '@nestjs/common';
import type { AdminStats } from '@shop/contracts/order';
import { Access } from '@shop/service-kit';
import { FiguresRepository } from './figures.repository.js';

@Controller('api/admin/stats')
export class FiguresController {
  constructor(private readonly figures: FiguresRepository) {}

  @Get()
  @Access('admin')
  getStats(): Promise<AdminStats> {
    return this.figures.getStats();
  }
}
