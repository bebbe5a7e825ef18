import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminOrdersModule } from '../admin-orders/admin-orders.module.js';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PrintFilesModule } from '../print-files/print-files.module.js';
import { DifferencesRepository } from './differences.repository.js';
import { GiveBackStray } from './give-back-stray.js';
import { MendDifference } from './mend-difference.js';
import { MendPrinting } from './mend-printing.js';
import { MendRefund } from './mend-refund.js';
import { MendShop } from './mend-shop.js';
import { MoneyFigures } from './money-figures.js';
import { MoneyOverview } from './money-overview.js';
import { MoneyController } from './money.controller.js';
import { TellDifferences } from './tell-differences.js';
import { TellDifferencesSchedule } from './tell-differences.schedule.js';

@Module({
  imports: [OrdersModule, PaymentsModule, AdminOrdersModule, FulfilmentModule, PrintFilesModule, AuditModule],
  controllers: [MoneyController],
  providers: [
    MoneyFigures,
    DifferencesRepository,
    MoneyOverview,
    MendRefund,
    MendShop,
    MendPrinting,
    GiveBackStray,
    MendDifference,
    TellDifferences,
    TellDifferencesSchedule,
  ],
})
export class MoneyModule {}
