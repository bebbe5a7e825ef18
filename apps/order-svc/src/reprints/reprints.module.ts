import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { ReprintClaimsService } from './reprint-claims.service.js';
import { ReprintEventsPublisher } from './reprint-events.publisher.js';
import { ReprintFilesConsumer } from './reprint-files.consumer.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReprintObstaclesService } from './reprint-obstacles.service.js';
import { ReprintPrintingService } from './reprint-printing.service.js';
import { ReprintSchedule } from './reprint.schedule.js';
import { ReprintsRepository } from './reprints.repository.js';
import { ReprintsService } from './reprints.service.js';

/** Items that are printed and sent again. */
@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, ProblemReportsModule, AuditModule],
  controllers: [ReprintFilesConsumer],
  providers: [
    ReprintsRepository,
    ReprintEventsPublisher,
    ReprintObstaclesService,
    ReprintPrintingService,
    ReprintClaimsService,
    ReprintSchedule,
    ReprintsService,
  ],
  exports: [ReprintObstaclesService, ReprintsRepository, ReprintClaimsService, ReprintPrintingService, ReprintsService],
})
export class ReprintsModule {}
