import multipart from '@fastify/multipart';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { PartFault, Readiness } from '@shop/service-kit';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesModule } from '../images/images.module.js';
import { ProductPicturesController } from './product-pictures.controller.js';
import { UploadsController } from './uploads.controller.js';
import { UploadBudgetsService } from './upload-budgets.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImagesModule, CutOutsModule],
  controllers: [UploadsController, ProductPicturesController],
  providers: [UploadsService, UploadBudgetsService],
})
export class UploadsModule {
  /** Registered here, because Fastify accepts plugins only until it is ready. */
  constructor(
    adapter: HttpAdapterHost<FastifyAdapter>,
    readiness: Readiness,
    store: ImageStore,
    budgets: UploadBudgetsService,
  ) {
    readiness.addPart('uploads', async () => {
      if (!(await store.hasRoom())) throw new PartFault('full');
      await budgets.checkShop();
    });
    adapter.httpAdapter.getInstance().register(multipart);
  }
}
