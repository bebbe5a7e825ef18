import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { ReprintsModule } from '../reprints/reprints.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { EmailCorrectionsService } from './email-corrections.service.js';
import { EmailRequestsService } from './email-requests.service.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderCorrectionsController } from './order-corrections.controller.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderEmailsController } from './order-emails.controller.js';
import { OrderExportsController } from './order-exports.controller.js';
import { OrderExportsService } from './order-exports.service.js';
import { OrderHoldsController } from './order-holds.controller.js';
import { OrderFileRepository } from './order-file.repository.js';
import { OrderListRepository } from './order-list.repository.js';
import { OrderSearchRepository } from './order-search.repository.js';
import { OrderNoteService } from './order-note.service.js';
import { RefundApprovalService } from './refund-approval.service.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { OrderReceiptsController } from './order-receipts.controller.js';
import { OrderQuestionsController } from './order-questions.controller.js';
import { OrderQuestionsService } from './order-questions.service.js';
import { AfterSaleService } from './after-sale.service.js';
import { OrderSearchController } from './order-search.controller.js';
import { OrderProblemsController } from './order-problems.controller.js';
import { OrderReprintsController } from './order-reprints.controller.js';
import { ReprintRequestsService } from './reprint-requests.service.js';
import { UserPurchasesController } from './user-purchases.controller.js';
import { UserPurchasesRepository } from './user-purchases.repository.js';
import { OrderVersionsService } from './order-versions.service.js';

/** Orders and statistics for admins. */
@Module({
  imports: [
    OrdersModule,
    PaymentsModule,
    ReceiptsModule,
    FulfilmentModule,
    ProblemReportsModule,
    ReprintsModule,
    OrderLifecycleModule,
    AuditModule,
  ],
  controllers: [
    AdminOrdersController,
    OrderSearchController,
    UserPurchasesController,
    OrderExportsController,
    OrderCorrectionsController,
    OrderEmailsController,
    OrderHoldsController,
    OrderQuestionsController,
    OrderReceiptsController,
    OrderProblemsController,
    OrderReprintsController,
  ],
  providers: [
    EmailCorrectionsService,
    EmailRequestsService,
    OrderExportsService,
    OrderListRepository,
    OrderFileRepository,
    OrderSearchRepository,
    UserPurchasesRepository,
    OrderDetailService,
    OrderVersionsService,
    OrderChangesService,
    OrderNoteService,
    RefundApprovalService,
    OrderQuestionsService,
    AfterSaleService,
    ReprintRequestsService,
  ],
  exports: [OrderChangesService, RefundApprovalService],
})
export class AdminOrdersModule {}
