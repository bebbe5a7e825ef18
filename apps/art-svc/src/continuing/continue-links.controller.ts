import { Body, Controller, Param } from '@nestjs/common';
import type { ContinuedDesign, ContinueRequest, OpenContinueLink } from '@shop/contracts-art';
import { openContinueLink, sendContinueLink } from '@shop/contracts-art/routes';
import { Caller, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import { ContinueLinksService } from './continue-links.service.js';

@Controller()
export class ContinueLinksController {
  constructor(private readonly continueLinks: ContinueLinksService) {}

  @Route(sendContinueLink)
  sendLink(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) artworkId: string,
    @Body(zodPipe(sendContinueLink.body)) { email }: ContinueRequest,
  ): Promise<void> {
    return this.continueLinks.sendLink(caller, artworkId, email);
  }

  @Route(openContinueLink)
  openLink(
    @Caller() caller: Caller,
    @Body(zodPipe(openContinueLink.body)) { token }: OpenContinueLink,
  ): Promise<ContinuedDesign> {
    return this.continueLinks.openLink(caller, token);
  }
}
