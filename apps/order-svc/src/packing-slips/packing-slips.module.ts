import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.js';
import { ShopSettingsModule } from '../shop-settings/shop-settings.module.js';
import { PackingSlipsController } from './packing-slips.controller.js';
import { PackingSlipsService } from './packing-slips.service.js';

@Module({
  imports: [OrdersModule, ShopSettingsModule, AuditModule],
  controllers: [PackingSlipsController],
  providers: [PackingSlipsService],
})
export class PackingSlipsModule {}
