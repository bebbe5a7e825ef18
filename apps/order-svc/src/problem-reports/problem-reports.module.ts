import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.js';
import { ProblemReportEventsPublisher } from './problem-report-events.publisher.js';
import { ProblemReportsRepository } from './problem-reports.repository.js';
import { ProblemReportsService } from './problem-reports.service.js';

/** What customers report about orders that were sent. */
@Module({
  imports: [OrdersModule, AuditModule],
  providers: [ProblemReportsRepository, ProblemReportEventsPublisher, ProblemReportsService],
  exports: [ProblemReportsRepository, ProblemReportsService],
})
export class ProblemReportsModule {}
