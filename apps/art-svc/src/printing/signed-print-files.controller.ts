import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { printFileLinkSchema, type PrintFileLink } from '@shop/contracts/art';
import { Access, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { SignedPrintFilesService } from './signed-print-files.service.js';

@Controller('api/print-files')
export class SignedPrintFilesController {
  constructor(private readonly signedPrintFiles: SignedPrintFilesService) {}

  @Get(':file')
  @Access('public')
  download(
    @Param('file') file: string,
    @Query(zodPipe(printFileLinkSchema)) link: PrintFileLink,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.signedPrintFiles.sendPrintFile(file, link, ifNoneMatch, reply);
  }
}
