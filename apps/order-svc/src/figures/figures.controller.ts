import { Controller, Query } from '@nestjs/common';
import { type Figures, type FiguresQuery, figuresQuerySchema } from '@shop/contracts-order';
import { getFigures } from '@shop/contracts-order/routes';
import { Route, zodPipe } from '@shop/service-kit';
import { FiguresService } from './figures.service.js';

@Controller()
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Route(getFigures)
  getFigures(@Query(zodPipe(figuresQuerySchema)) range: FiguresQuery): Promise<Figures> {
    return this.figures.getFigures(range);
  }
}
