import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { Access, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { PrintFilesService } from './print-files.service.js';

@Controller('api/admin/print-files')
export class PrintFilesController {
  constructor(private readonly printFiles: PrintFilesService) {}

  @Get(':id')
  @Access('admin')
  download(
    @Param('id', uuidPipe) id: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.printFiles.sendPrintFile(id, ifNoneMatch, reply);
  }
}
