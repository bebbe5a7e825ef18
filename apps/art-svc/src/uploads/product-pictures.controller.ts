import { Controller, Req } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts-art';
import { uploadProductPicture } from '@shop/contracts-art/routes';
import { Client, Route } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadsService } from './uploads.service.js';

@Controller()
export class ProductPicturesController {
  constructor(private readonly uploads: UploadsService) {}

  @Route(uploadProductPicture)
  uploadPicture(@Client() client: Client, @Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadProductPicture(client, request);
  }
}
