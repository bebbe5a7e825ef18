import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, Readiness } from '@shop/service-kit';
import type { Config } from '../config.js';
import { FileRemovalsService } from './file-removals.service.js';
import { StoredFilesService } from './stored-files.service.js';
import { FolderStore } from './folder-store.js';
import { ImageStore } from './image-store.js';
import { ImageEntity } from './image.entity.js';
import { ImagesRepository } from './images.repository.js';
import { TemporaryFiles } from './temporary-files.js';

/** The S3 SDK needs 20 MB and a tenth of a second, so it is loaded only with a bucket. */
async function createStore({ S3_BUCKET, ...config }: Config, temporaryFiles: TemporaryFiles): Promise<ImageStore> {
  if (!S3_BUCKET) return new FolderStore(config, temporaryFiles);
  const { BucketStore } = await import('./bucket-store.js');
  return new BucketStore({ ...config, S3_BUCKET }, temporaryFiles);
}

@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity])],
  providers: [
    { provide: ImageStore, useFactory: createStore, inject: [CONFIG, TemporaryFiles] },
    TemporaryFiles,
    ImagesRepository,
    FileRemovalsService,
    StoredFilesService,
  ],
  exports: [ImageStore, TemporaryFiles, ImagesRepository, FileRemovalsService, StoredFilesService],
})
export class ImagesModule {
  constructor(readiness: Readiness, store: ImageStore) {
    readiness.addPart('pictures', () => store.check());
  }
}
