import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '@shop/service-kit';
import { ImagesModule } from '../images/images.module.js';
import { OldPrintFilesService } from './old-print-files.service.js';
import { PrintDrawingService } from './print-drawing.service.js';
import { RecipeFilesService } from './recipe-files.service.js';
import { ArtworkDetailsController } from './artwork-details.controller.js';
import { ArtworkDetailsService } from './artwork-details.service.js';
import { EarlierArtworksService } from './earlier-artworks.service.js';
import { PrintFilesZipService } from './print-files-zip.service.js';
import { PrintFilesController } from './print-files.controller.js';
import { PrintFilesService } from './print-files.service.js';
import { SignedPrintFilesController } from './signed-print-files.controller.js';
import { SignedPrintFilesService } from './signed-print-files.service.js';
import { OrderPicturesService } from './order-pictures.service.js';
import { KeptPrintFilesService } from './kept-print-files.service.js';
import { PrintFileCompletionService } from './print-file-completion.service.js';
import { PrintFileJobsService } from './print-file-jobs.service.js';
import { PrintFileEntity } from './print-file.entity.js';
import { PrintFilesRepository } from './print-files.repository.js';
import { PrintingConsumer } from './printing.consumer.js';
import { PrintFilePlannerService } from './print-file-planner.service.js';
import { ProductPicturesService } from './product-pictures.service.js';
import { RenderWorkerPool } from './render-worker-pool.js';

@Module({
  imports: [TypeOrmModule.forFeature([PrintFileEntity]), ImagesModule, AuditModule],
  controllers: [ArtworkDetailsController, PrintFilesController, SignedPrintFilesController, PrintingConsumer],
  providers: [
    ArtworkDetailsService,
    EarlierArtworksService,
    OldPrintFilesService,
    PrintDrawingService,
    RecipeFilesService,
    PrintFilePlannerService,
    PrintFileCompletionService,
    KeptPrintFilesService,
    OrderPicturesService,
    PrintFileJobsService,
    PrintFilesService,
    PrintFilesZipService,
    SignedPrintFilesService,
    PrintFilesRepository,
    ProductPicturesService,
    RenderWorkerPool,
  ],
  exports: [EarlierArtworksService, PrintFilesRepository],
})
export class PrintingModule {}
