import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { ReviewRequestsConsumer } from './review-requests.consumer.js';
import { ReviewRequestsRepository } from './review-requests.repository.js';
import { ReviewRequestsService } from './review-requests.service.js';

/** Customers are asked for a review two weeks after the delivery. catalog-svc has the reviews. */
@Module({
  imports: [OrdersModule, PaymentsModule, ProblemReportsModule],
  controllers: [ReviewRequestsConsumer],
  providers: [ReviewRequestsService, ReviewRequestsRepository],
})
export class ReviewRequestsModule {}
