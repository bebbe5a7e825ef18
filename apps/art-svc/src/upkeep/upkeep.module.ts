import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { FileRemovals } from './file-removals.js';
import { KeptFiles } from './kept-files.js';
import { UnusedUploads } from './unused-uploads.js';
import { Upkeep } from './upkeep.js';

@Module({
  imports: [ImagesModule],
  providers: [FileRemovals, KeptFiles, UnusedUploads, Upkeep],
  exports: [FileRemovals, KeptFiles],
})
export class UpkeepModule {}
