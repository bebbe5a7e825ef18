import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { PreviewDrawingService } from './preview-drawing.service.js';
import { PreviewThreads } from './preview-threads.js';
import { PreviewsController } from './previews.controller.js';
import { StylePreviewsService } from './style-previews.service.js';

@Module({
  imports: [ImagesModule, StylesModule],
  controllers: [PreviewsController],
  providers: [PreviewDrawingService, PreviewThreads, StylePreviewsService],
})
export class PreviewsModule {}
