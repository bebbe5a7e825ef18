import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, Readiness } from '@shop/service-kit';
import type { Config } from '../config.js';
import { FolderStore } from './folder-store.js';
import { ImageStore } from './image-store.js';
import { ImageEntity } from './image.entity.js';
import { ImagesRepository } from './images.repository.js';
import { LocalFiles } from './local-files.js';

/** The bucket's SDK takes 20 MB and a tenth of a second: whoever keeps pictures in a folder does not load it. */
async function chooseStore({ S3_BUCKET, ...config }: Config, local: LocalFiles): Promise<ImageStore> {
  if (!S3_BUCKET) return new FolderStore(config, local);
  const { BucketStore } = await import('./bucket-store.js');
  return new BucketStore({ ...config, S3_BUCKET }, local);
}

@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity])],
  providers: [
    { provide: ImageStore, useFactory: chooseStore, inject: [CONFIG, LocalFiles] },
    LocalFiles,
    ImagesRepository,
  ],
  exports: [ImageStore, LocalFiles, ImagesRepository],
})
export class ImagesModule {
  constructor(readiness: Readiness, store: ImageStore) {
    readiness.add('pictures', () => store.check());
  }
}
