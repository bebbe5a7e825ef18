import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../images/images.module.js';
import { OldPrintFilesService } from './old-print-files.service.js';
import { PrintDrawingService, RecipeFilesService } from './print-drawing.service.js';
import {
  ArtworkDetailsController,
  ArtworkDetailsService,
  PrintFilesController,
  PrintFilesService,
  SignedPrintFilesController,
  SignedPrintFilesService,
} from './print-files.controller.js';
import { OrderPicturesService, PrintJobCompletionService } from './print-job-completion.service.js';
import { PrintJobRunnerService } from './print-job-runner.service.js';
import { PrintJobEntity } from './print-job.entity.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { PrintingConsumer, PrintJobPlannerService } from './printing.consumer.js';
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
