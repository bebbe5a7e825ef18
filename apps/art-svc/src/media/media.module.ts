import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { ImageCopiesService } from './image-copies.service.js';
import { MediaController } from './media.controller.js';
import { MediaService } from './media.service.js';

@Module({
  imports: [ImagesModule],
  controllers: [MediaController],
  providers: [MediaService, ImageCopiesService],
  exports: [ImageCopiesService],
})
export class MediaModule {}
