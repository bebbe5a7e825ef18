import { Controller, Headers, Param, Req, Res } from '@nestjs/common';
import type { CutOut } from '@shop/contracts-art';
import { getAutomaticCutOut, getCutOutMask, saveCutOut } from '@shop/contracts-art/routes';
import { Caller, Client, Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { CutOutsService } from './cut-outs.service.js';

/** Private like the photo whose outline it is. */
const MASK_HEADERS = { 'cache-control': 'private, no-store' };

@Controller()
export class CutOutsController {
  constructor(private readonly cutOuts: CutOutsService) {}

  @Route(getAutomaticCutOut)
  getAutomatic(@Client() client: Client, @Param('id', uuidPipe) id: string): Promise<CutOut> {
    return this.cutOuts.getAutomatic(client, id);
  }

  @Route(getCutOutMask)
  async getMask(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('cutOutId', uuidPipe) cutOutId: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.cutOuts.getMask(caller, id, cutOutId), ifNoneMatch, MASK_HEADERS);
  }

  @Route(saveCutOut)
  saveCorrection(
    @Client() client: Client,
    @Param('id', uuidPipe) id: string,
    @Req() request: FastifyRequest,
  ): Promise<CutOut> {
    return this.cutOuts.saveCorrection(client, id, request);
  }
}
