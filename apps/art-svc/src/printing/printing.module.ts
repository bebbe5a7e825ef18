import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../images/images.module.js';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { ArtworkFactsController } from './artwork-facts.controller.js';
import { ArtworkFactsService } from './artwork-facts.js';
import { DrawPrintJob } from './draw-print-job.js';
import { EnlistOrder } from './enlist-order.js';
import { FinishPrintJob } from './finish-print-job.js';
import { KeptPictures } from './kept-pictures.js';
import { MakePrintFile } from './make-print-file.js';
import { PrintFilesController } from './print-files.controller.js';
import { PrintFiles } from './print-files.js';
import { PrintJobEntity } from './print-job.entity.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { PrinterFilesController } from './printer-files.controller.js';
import { PrinterFiles } from './printer-files.js';
import { PrintSweep } from './print-sweep.js';
import { PrintingConsumer } from './printing.consumer.js';
import { ProductPictures } from './product-pictures.js';
import { RenderThread } from './render-thread.js';
import { RepublishPrintFiles } from './republish-print-files.js';

@Module({
  imports: [TypeOrmModule.forFeature([PrintJobEntity]), ImagesModule, UpkeepModule],
  controllers: [ArtworkFactsController, PrintFilesController, PrinterFilesController, PrintingConsumer],
  providers: [
    ArtworkFactsService,
    DrawPrintJob,
    EnlistOrder,
    FinishPrintJob,
    KeptPictures,
    MakePrintFile,
    PrintFiles,
    PrinterFiles,
    PrintJobsRepository,
    PrintSweep,
    ProductPictures,
    RenderThread,
    RepublishPrintFiles,
  ],
  exports: [PrintJobsRepository],
})
export class PrintingModule {}
