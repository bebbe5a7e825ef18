import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnginesModule } from '../engines/engines.module.js';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { CleanupModule } from '../cleanup/cleanup.module.js';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { GenerationInputsService } from './generation-inputs.service.js';
import { JobRunnerService } from './job-runner.service.js';
import { WorkerCapacityService } from './worker-capacity.service.js';
import { JobCompletionService } from './job-completion.service.js';
import { GenerationConsumer } from './generation.consumer.js';
import { GenerationController } from './generation.controller.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';
import { JobQueueService } from './job-queue.service.js';
import { JobSignals } from './job-signals.js';
import { JobReconciliationService } from './job-reconciliation.service.js';
import { JobEntity } from './job.entity.js';
import { JobPetsRepository } from './job-pets.repository.js';
import { JobsRepository } from './jobs.repository.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';
import { ProgressStreamService } from './progress-stream.service.js';
import { ProviderCallsRepository } from './provider-calls.repository.js';
import { ArtworkRepublishingService } from './artwork-republishing.service.js';
import { ArtworkRequestsService } from './artwork-requests.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([JobEntity]),
    EnginesModule,
    ImagesModule,
    StylesModule,
    CleanupModule,
    CutOutsModule,
  ],
  controllers: [GenerationController, GenerationConsumer],
  providers: [
    ArtworkWaiterService,
    GenerationInputsService,
    JobRunnerService,
    WorkerCapacityService,
    JobCompletionService,
    JobSubscribersService,
    PartialPicturesRepository,
    JobQueueService,
    JobSignals,
    JobReconciliationService,
    JobsRepository,
    JobPetsRepository,
    ArtworkDrawingService,
    ProgressStreamService,
    ProviderCallsRepository,
    ArtworkRepublishingService,
    ArtworkRequestsService,
  ],
  exports: [JobsRepository],
})
export class GenerationModule {}
