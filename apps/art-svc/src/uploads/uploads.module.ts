import multipart from '@fastify/multipart';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { ImagesModule } from '../images/images.module.js';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { ProductPicturesController } from './product-pictures.controller.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImagesModule, UpkeepModule],
  controllers: [UploadsController, ProductPicturesController],
  providers: [UploadsService],
})
export class UploadsModule {
  /** Fastify takes plugins only until it is ready, so here rather than in a later hook. */
  constructor(adapter: HttpAdapterHost<FastifyAdapter>) {
    adapter.httpAdapter.getInstance().register(multipart);
  }
}
