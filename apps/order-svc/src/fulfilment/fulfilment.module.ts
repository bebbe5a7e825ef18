import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { PrintCatalogueModule } from '../print-catalogue/print-catalogue.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { SubmissionClaimsService } from './submission-claims.service.js';
import { AfterCommitService } from './after-commit.service.js';
import { FulfilmentHoldsRepository } from './fulfilment-holds.repository.js';
import { FulfilmentHoldsService } from './fulfilment-holds.service.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { PrintFileRequestsService } from './print-file-requests.service.js';
import { PrintFilesConsumer } from './print-files.consumer.js';
import { PrintProviders } from './print-providers.js';
import { PrintfulClient } from './printful/printful.client.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import { StaleFulfilmentsRepository } from './stale-fulfilments.repository.js';

/** Printers, print files, and the orders to print. */
@Module({
  imports: [PrintCatalogueModule, OrdersModule, ReadModelsModule, AuditModule],
  controllers: [PrintFilesConsumer],
  providers: [
    PrintfulClient,
    PrintfulProvider,
    PrintProviders,
    FulfilmentsRepository,
    FulfilmentHoldsRepository,
    AfterCommitService,
    FulfilmentHoldsService,
    StaleFulfilmentsRepository,
    SubmissionClaimsService,
    PrintFileRequestsService,
  ],
  exports: [
    PrintProviders,
    FulfilmentHoldsRepository,
    FulfilmentHoldsService,
    FulfilmentsRepository,
    StaleFulfilmentsRepository,
    SubmissionClaimsService,
    PrintFileRequestsService,
  ],
})
export class FulfilmentModule {}
