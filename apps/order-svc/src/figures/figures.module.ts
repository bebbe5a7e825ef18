import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { ShopSettingsModule } from '../shop-settings/shop-settings.module.js';
import { FiguresController } from './figures.controller.js';
import { FiguresService } from './figures.service.js';
import { SalesRepository } from './sales.repository.js';
import { SalesSchedule } from './sales.schedule.js';

/** What was sold per day, by product, style and country. */
@Module({
  imports: [PaymentsModule, ShopSettingsModule],
  controllers: [FiguresController],
  providers: [FiguresService, SalesRepository, SalesSchedule],
})
export class FiguresModule {}
