import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { MediaController } from './media.controller.js';
import { MediaService } from './media.service.js';
import { SmallCopies } from './small-copies.js';

@Module({ imports: [ImagesModule], controllers: [MediaController], providers: [MediaService, SmallCopies] })
export class MediaModule {}
