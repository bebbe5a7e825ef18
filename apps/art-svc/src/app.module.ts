import { artEvents } from '@shop/contracts-art';
import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { ContinuingModule } from './continuing/continuing.module.js';
import { CustomerDataModule } from './customer-data/customer-data.module.js';
import { CutOutsModule } from './cut-outs/cut-outs.module.js';
import { migrations } from './database/migrations.js';
import { GenerationModule } from './generation/generation.module.js';
import { DrawingEntity } from './generation/drawing.entity.js';
import { drawArtworkJob } from './generation/drawings.repository.js';
import { ImageEntity } from './images/image.entity.js';
import { MediaModule } from './media/media.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { PrintFileEntity } from './printing/print-file.entity.js';
import { listPausesMs } from './printing/print-file.rules.js';
import { makePrintFile } from './printing/print-files.repository.js';
import { PrintingModule } from './printing/printing.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { StylesModule } from './styles/styles.module.js';
import { StyleEntity } from './styles/style.entity.js';
import { UploadsModule } from './uploads/uploads.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'art-svc',
          events: artEvents,
          config,
          entities: [ImageEntity, StyleEntity, DrawingEntity, PrintFileEntity],
          migrations,
          jobOptions: {
            [drawArtworkJob.name]: { concurrency: config.ART_CONCURRENCY },
            [makePrintFile.name]: {
              concurrency: config.PRINT_CONCURRENCY,
              retryDelaysMs: listPausesMs(config.PRINT_RETRY_MS),
            },
          },
        }),
        UploadsModule,
        CutOutsModule,
        MediaModule,
        SharingModule,
        ContinuingModule,
        StylesModule,
        PreviewsModule,
        GenerationModule,
        PrintingModule,
        CustomerDataModule,
      ],
    };
  }
}
