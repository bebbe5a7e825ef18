import multipart from '@fastify/multipart';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { ImagesModule } from '../images/images.module.js';
import { ProductPicturesController } from './product-pictures.controller.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImagesModule, CutOutsModule],
  controllers: [UploadsController, ProductPicturesController],
  providers: [UploadsService],
})
export class UploadsModule {
  /** Registered here, because Fastify accepts plugins only until it is ready. */
  constructor(adapter: HttpAdapterHost<FastifyAdapter>) {
    adapter.httpAdapter.getInstance().register(multipart);
  }
}
