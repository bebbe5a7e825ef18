import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { ShareLinksRepository } from './share-links.repository.js';
import { SharingController } from './sharing.controller.js';
import { SharingService } from './sharing.service.js';

@Module({
  imports: [MediaModule],
  controllers: [SharingController],
  providers: [SharingService, ShareLinksRepository],
})
export class SharingModule {}
