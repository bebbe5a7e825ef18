import { Module, type DynamicModule } from '@nestjs/common';
import { artworkRequested, printFileRequested } from '@shop/contracts/art';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { Art1795190400000 } from './database/migrations/0001-art.js';
import { ProductPictures1795200000000 } from './database/migrations/0002-product-pictures.js';
import { Watchers1795300000000 } from './database/migrations/0003-watchers.js';
import { PrintFiles1795400000000 } from './database/migrations/0004-print-files.js';
import { Erasure1795500000000 } from './database/migrations/0005-erasure.js';
import { RemovalsOfSomebody1795600000000 } from './database/migrations/0006-removals-of-somebody.js';
import { DesignsModule } from './designs/designs.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { GenerationModule } from './generation/generation.module.js';
import { JobEntity } from './generation/job.entity.js';
import { ImageEntity } from './images/image.entity.js';
import { MediaModule } from './media/media.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { PrintJobEntity } from './printing/print-job.entity.js';
import { PrintingModule } from './printing/printing.module.js';
import { StyleEntity } from './styles/style.entity.js';
import { StylesModule } from './styles/styles.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'art-svc',
          config,
          entities: [ImageEntity, StyleEntity, JobEntity, PrintJobEntity],
          migrations: [Art1795190400000, ProductPictures1795200000000, Watchers1795300000000, PrintFiles1795400000000, Erasure1795500000000, RemovalsOfSomebody1795600000000],
          eventConcurrency: { [artworkRequested.type]: config.ART_CONCURRENCY, [printFileRequested.type]: config.PRINT_CONCURRENCY },
        }),
        UploadsModule,
        MediaModule,
        StylesModule,
        GenerationModule,
        DesignsModule,
        PrintingModule,
        UpkeepModule,
        ErasureModule,
        PersonalDataModule,
      ],
    };
  }
}
