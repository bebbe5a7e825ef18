import { Controller, Header, Headers, Param, Req, Res } from '@nestjs/common';
import type { CutOut } from '@shop/contracts/art';
import { getAutomaticCutOut, getCutOutMask, saveCutOut } from '@shop/contracts/routes';
import { Caller, uuidPipe, Route } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { CutOutsService } from './cut-outs.service.js';

/** A cut-out never changes under its id. `private`: a shared cache must not serve it to another customer. */
const MASK_HEADERS = { 'cache-control': 'private, max-age=31536000, immutable' };

@Controller()
export class CutOutsController {
  constructor(private readonly cutOuts: CutOutsService) {}

  @Route(getAutomaticCutOut)
  @Header('cache-control', 'private, max-age=0, no-cache')
  getAutomatic(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<CutOut> {
    return this.cutOuts.getAutomatic(caller, id);
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
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Req() request: FastifyRequest,
  ): Promise<CutOut> {
    return this.cutOuts.saveCorrection(caller, id, request);
  }
}
