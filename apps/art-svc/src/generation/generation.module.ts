import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { EnginesModule } from '../engines/engines.module.js';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { DrawingSignals } from './drawing-signals.js';
import { ProgressStreamService } from './progress-stream.service.js';
import { DrawingJobsService } from './drawing-jobs.service.js';
import { GenerationConsumer } from './generation.consumer.js';
import { DesignsController } from './designs.controller.js';
import { GenerationController } from './generation.controller.js';
import { JobCompletionService } from './job-completion.service.js';
import { JobQueueService } from './job-queue.service.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([JobEntity]), EnginesModule, ImagesModule, StylesModule, CutOutsModule],
  controllers: [GenerationController, DesignsController, GenerationConsumer],
  providers: [
    ArtworkWaiterService,
    JobCompletionService,
    JobSubscribersService,
    PartialPicturesRepository,
    DrawingSignals,
    DrawingJobsService,
    JobQueueService,
    JobsRepository,
    ArtworkDrawingService,
    ProgressStreamService,
    ArtworkRequestsService,
  ],
})
export class GenerationModule {}
