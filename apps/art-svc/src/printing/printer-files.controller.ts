import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { printFileLinkSchema, type PrintFileLink } from '@shop/contracts/art';
import { Access, zod } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { PrinterFiles } from './printer-files.js';

@Controller('api/print-files')
export class PrinterFilesController {
  constructor(private readonly files: PrinterFiles) {}

  @Get(':file')
  @Access('public')
  download(
    @Param('file') file: string,
    @Query(zod(printFileLinkSchema)) link: PrintFileLink,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.files.send(file, link, known, reply);
  }
}
