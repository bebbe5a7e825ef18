import { Module } from '@nestjs/common';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { CompositionPreviewsRepository } from './composition-previews.repository.js';
import { PreviewCompositionsService } from './preview-compositions.service.js';
import { PreviewDrawingService } from './preview-drawing.service.js';
import { PreviewStorageService } from './preview-storage.service.js';
import { PreviewWorkerPool } from './preview-worker-pool.js';
import { PreviewsController } from './previews.controller.js';
import { StylePreviewsService } from './style-previews.service.js';

@Module({
  imports: [ImagesModule, CutOutsModule, StylesModule],
  controllers: [PreviewsController],
  providers: [
    CompositionPreviewsRepository,
    PreviewCompositionsService,
    PreviewDrawingService,
    PreviewStorageService,
    PreviewWorkerPool,
    StylePreviewsService,
  ],
})
export class PreviewsModule {}
