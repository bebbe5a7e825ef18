import { Controller, Headers, Param, Res } from '@nestjs/common';
import { getPrintFile } from '@shop/contracts-art/routes';
import { Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { PrintFilesService } from './print-files.service.js';

@Controller()
export class PrintFilesController {
  constructor(private readonly printFiles: PrintFilesService) {}

  @Route(getPrintFile)
  download(
    @Param('id', uuidPipe) id: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.printFiles.sendPrintFile(id, ifNoneMatch, reply);
  }
}
