import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ShopSettingsModule } from '../shop-settings/shop-settings.module.js';
import { ReceiptsService } from './receipts.service.js';

@Module({
  imports: [OrdersModule, PaymentsModule, ShopSettingsModule],
  providers: [ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
