import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { Access, uuidParam } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { PrintFiles } from './print-files.js';

@Controller('api/admin/print-files')
export class PrintFilesController {
  constructor(private readonly files: PrintFiles) {}

  @Get(':id')
  @Access('admin')
  download(
    @Param('id', uuidParam) id: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.files.send(id, known, reply);
  }
}
