import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { AdminMoney, MoneyMended } from '@shop/contracts/order';
import { Access, actorOf, Caller, uuidParam } from '@shop/service-kit';
import { MendDifference } from './mend-difference.js';
import { MoneyOverview } from './money-overview.js';

@Controller('api/admin/money')
export class MoneyController {
  constructor(
    private readonly overview: MoneyOverview,
    private readonly mend: MendDifference,
  ) {}

  @Get()
  @Access('admin')
  read(): Promise<AdminMoney> {
    return this.overview.read();
  }

  @Post('differences/:id/mend')
  @HttpCode(200)
  @Access('admin')
  async mendOne(@Caller() caller: Caller, @Param('id', uuidParam) id: string): Promise<MoneyMended> {
    return { sentence: await this.mend.execute(id, actorOf(caller)) };
  }
}
