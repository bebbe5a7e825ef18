import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { PreviewDrawings } from './preview-drawings.js';
import { PreviewThreads } from './preview-threads.js';
import { PreviewsController } from './previews.controller.js';
import { StylePreviews } from './style-previews.js';

@Module({
  imports: [ImagesModule, StylesModule],
  controllers: [PreviewsController],
  providers: [PreviewDrawings, PreviewThreads, StylePreviews],
})
export class PreviewsModule {}
