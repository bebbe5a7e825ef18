import { Controller, Req } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts-art';
import { uploadPhoto } from '@shop/contracts-art/routes';
import { Client, Route } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Route(uploadPhoto)
  uploadPhoto(@Client() client: Client, @Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadPhoto(client, request);
  }
}
