import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { FileRemovalsService } from './file-removals.service.js';
import { StoredFilesService } from './stored-files.service.js';
import { UnusedUploadsService } from './unused-uploads.service.js';
import { CleanupService } from './cleanup.service.js';

@Module({
  imports: [ImagesModule],
  providers: [FileRemovalsService, StoredFilesService, UnusedUploadsService, CleanupService],
  exports: [FileRemovalsService, StoredFilesService],
})
export class CleanupModule {}
