import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../images/images.module.js';
import { OldPrintFilesService } from './old-print-files.service.js';
import { PrintDrawingService } from './print-drawing.service.js';
import { RecipeFilesService } from './recipe-files.service.js';
import { ArtworkDetailsController } from './artwork-details.controller.js';
import { ArtworkDetailsService } from './artwork-details.service.js';
import { PrintFilesController } from './print-files.controller.js';
import { PrintFilesService } from './print-files.service.js';
import { SignedPrintFilesController } from './signed-print-files.controller.js';
import { SignedPrintFilesService } from './signed-print-files.service.js';
import { OrderPicturesService } from './order-pictures.service.js';
import { PrintJobCompletionService } from './print-job-completion.service.js';
import { PrintJobRunnerService } from './print-job-runner.service.js';
import { PrintJobEntity } from './print-job.entity.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { PrintingConsumer } from './printing.consumer.js';
import { PrintJobPlannerService } from './print-job-planner.service.js';
import { ProductPicturesService } from './product-pictures.service.js';
import { RenderWorkerPool } from './render-worker-pool.js';

@Module({
  imports: [TypeOrmModule.forFeature([PrintJobEntity]), ImagesModule],
  controllers: [ArtworkDetailsController, PrintFilesController, SignedPrintFilesController, PrintingConsumer],
  providers: [
    ArtworkDetailsService,
    OldPrintFilesService,
    PrintDrawingService,
    RecipeFilesService,
    PrintJobPlannerService,
    PrintJobCompletionService,
    OrderPicturesService,
    PrintJobRunnerService,
    PrintFilesService,
    SignedPrintFilesService,
    PrintJobsRepository,
    ProductPicturesService,
    RenderWorkerPool,
  ],
  exports: [PrintJobsRepository],
})
export class PrintingModule {}
