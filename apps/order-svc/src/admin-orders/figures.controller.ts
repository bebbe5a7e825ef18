import { Controller } from '@nestjs/common';
import type { AdminStats } from '@shop/contracts/order';
import { getAdminStats } from '@shop/contracts/routes';
import { Route } from '@shop/service-kit';
import { FiguresRepository } from './figures.repository.js';

@Controller()
export class FiguresController {
  constructor(private readonly figures: FiguresRepository) {}

  @Route(getAdminStats)
  getStats(): Promise<AdminStats> {
    return this.figures.getStats();
  }
}
