import { Controller, Header, Headers, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import type { SelectedPrintFiles } from '@shop/contracts-art';
import { downloadPrintFiles, getPrintFile, listSelectedPrintFiles } from '@shop/contracts-art/routes';
import type { QueryOf } from '@shop/contracts-common/routes';
import { Caller, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { PrintFilesService } from './print-files.service.js';
import { PrintFilesZipService } from './print-files-zip.service.js';

@Controller()
export class PrintFilesController {
  constructor(
    private readonly printFiles: PrintFilesService,
    private readonly zip: PrintFilesZipService,
  ) {}

  @Route(listSelectedPrintFiles)
  listSelected(
    @Query(zodPipe(listSelectedPrintFiles.query)) { orders }: QueryOf<typeof listSelectedPrintFiles>,
  ): Promise<SelectedPrintFiles> {
    return this.zip.listSelected(orders);
  }

  @Route(downloadPrintFiles)
  @Header('cache-control', 'private, no-store')
  downloadZip(
    @Caller() caller: Caller,
    @Query(zodPipe(downloadPrintFiles.query)) { orders }: QueryOf<typeof downloadPrintFiles>,
  ): Promise<StreamableFile> {
    return this.zip.downloadZip(orders, toAuditActor(caller));
  }

  @Route(getPrintFile)
  download(
    @Param('id', uuidPipe) id: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.printFiles.sendPrintFile(id, ifNoneMatch, reply);
  }
}
