import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { FileRemovals } from './file-removals.js';
import { UnusedUploads } from './unused-uploads.js';
import { Upkeep } from './upkeep.js';

@Module({ imports: [ImagesModule], providers: [FileRemovals, UnusedUploads, Upkeep], exports: [FileRemovals] })
export class UpkeepModule {}
