import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { ContinueLinksController } from './continue-links.controller.js';
import { ContinueLinksRepository } from './continue-links.repository.js';
import { ContinueLinksService } from './continue-links.service.js';
import { DesignCopiesService } from './design-copies.service.js';

@Module({
  imports: [ImagesModule],
  controllers: [ContinueLinksController],
  providers: [ContinueLinksService, ContinueLinksRepository, DesignCopiesService],
})
export class ContinuingModule {}
