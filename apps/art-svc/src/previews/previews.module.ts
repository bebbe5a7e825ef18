import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { PreviewDrawingService } from './preview-drawing.service.js';
import { PreviewWorkerPool } from './preview-worker-pool.js';
import { PreviewsController } from './previews.controller.js';
import { StylePreviewsService } from './style-previews.service.js';

@Module({
  imports: [ImagesModule, StylesModule],
  controllers: [PreviewsController],
  providers: [PreviewDrawingService, PreviewWorkerPool, StylePreviewsService],
})
export class PreviewsModule {}
