import { Controller, Post, Req } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts/art';
import { Access, Caller } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadsService } from './uploads.service.js';

@Controller('api/upload')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post()
  @Access('guest')
  uploadPhoto(@Caller() caller: Caller, @Req() request: FastifyRequest): Promise<UploadedImage> {
    return this.uploads.uploadPhoto(caller, request);
  }
}
