import multipart from '@fastify/multipart';
import { Controller, Module, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { UploadedImage } from '@shop/contracts/art';
import { uploadPhoto, uploadProductPicture } from '@shop/contracts/routes';
import { Client, Route } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { ImagesModule } from '../images/images.module.js';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Route(uploadPhoto)
  uploadPhoto(@Client() client: Client, @Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadPhoto(client, request);
  }
}

@Controller()
export class ProductPicturesController {
  constructor(private readonly uploads: UploadsService) {}

  @Route(uploadProductPicture)
  uploadPicture(@Client() client: Client, @Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadProductPicture(client, request);
  }
}

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
