import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ShopSettingsController } from './shop-settings.controller.js';
import { ShopSettingsRepository } from './shop-settings.repository.js';
import { ShopSettingsService } from './shop-settings.service.js';

/** What the owner has set: seller, carriers, times, holiday, time zone and templates of replies. */
@Module({
  imports: [AuditModule],
  controllers: [ShopSettingsController],
  providers: [ShopSettingsRepository, ShopSettingsService],
  exports: [ShopSettingsService],
})
export class ShopSettingsModule {}
