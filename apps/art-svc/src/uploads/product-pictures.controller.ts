import { Controller, Post, Req } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts/art';
import { Access } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadsService } from './uploads.service.js';

@Controller('api/admin/product-pictures')
export class ProductPicturesController {
  constructor(private readonly uploads: UploadsService) {}

  @Post()
  @Access('admin')
  uploadPicture(@Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadProductPicture(request);
  }
}
