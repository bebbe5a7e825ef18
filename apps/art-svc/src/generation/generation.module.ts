import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { EnginesModule } from '../engines/engines.module.js';
import { ImagesModule } from '../images/images.module.js';
import { PrintingModule } from '../printing/printing.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkSourcesService } from './artwork-sources.service.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { DrawingSignals } from './drawing-signals.js';
import { ProgressStreamService } from './progress-stream.service.js';
import { DrawingJobsService } from './drawing-jobs.service.js';
import { GenerationConsumer } from './generation.consumer.js';
import { DesignsController } from './designs.controller.js';
import { GenerationController } from './generation.controller.js';
import { DrawingCompletionService } from './drawing-completion.service.js';
import { DrawingQueueService } from './drawing-queue.service.js';
import { DrawingSubscribersService } from './drawing-subscribers.service.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DrawingEntity]),
    EnginesModule,
    ImagesModule,
    StylesModule,
    CutOutsModule,
    PrintingModule,
  ],
  controllers: [GenerationController, DesignsController, GenerationConsumer],
  providers: [
    ArtworkSourcesService,
    ArtworkWaiterService,
    DrawingCompletionService,
    DrawingSubscribersService,
    PartialPicturesRepository,
    DrawingSignals,
    DrawingJobsService,
    DrawingQueueService,
    DrawingsRepository,
    ArtworkDrawingService,
    ProgressStreamService,
    ArtworkRequestsService,
  ],
})
export class GenerationModule {}
