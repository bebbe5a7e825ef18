import { Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { PrintFileLink } from '@shop/contracts-art';
import { getSignedPrintFile } from '@shop/contracts-art/routes';
import { Route, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { SignedPrintFilesService } from './signed-print-files.service.js';

@Controller()
export class SignedPrintFilesController {
  constructor(private readonly signedPrintFiles: SignedPrintFilesService) {}

  @Route(getSignedPrintFile)
  download(
    @Param('file') file: string,
    @Query(zodPipe(getSignedPrintFile.query)) link: PrintFileLink,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.signedPrintFiles.sendPrintFile(file, link, ifNoneMatch, reply);
  }
}
