import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { HearPayment } from './hear-payment.js';
import { OrderEmail } from './order-email.js';
import { PaymentProvider } from './payment-provider.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentSweepSchedule } from './payment-sweep.schedule.js';
import { PaymentsRepository } from './payments.repository.js';
import { RecordPayment } from './record-payment.js';
import { RefundPayment } from './refund-payment.js';
import { ConfirmSandboxPayment } from './sandbox/confirm-sandbox-payment.js';
import { SandboxWebhooks } from './sandbox/sandbox-webhooks.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [OrdersModule],
  controllers: [WebhooksController, SandboxController],
  providers: [
    { provide: PaymentProvider, useClass: SandboxProvider },
    SandboxWebhooks,
    OrderEmail,
    ConfirmSandboxPayment,
    PaymentsRepository,
    RecordPayment,
    RefundPayment,
    HearPayment,
    CancelUnpaidOrder,
    PaymentSweep,
    PaymentSweepSchedule,
  ],
  exports: [PaymentProvider, PaymentsRepository, HearPayment, RefundPayment, CancelUnpaidOrder],
})
export class PaymentsModule {}
