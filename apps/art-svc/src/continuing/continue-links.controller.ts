import { Body, Controller, Param } from '@nestjs/common';
import {
  type ContinuedDesign,
  type ContinueRequest,
  continueRequestSchema,
  type OpenContinueLink,
} from '@shop/contracts-art';
import { openContinueLink, sendContinueLink } from '@shop/contracts-art/routes';
import { emailSchema } from '@shop/contracts-identity';
import { Caller, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import * as z from 'zod/mini';
import { ContinueLinksService } from './continue-links.service.js';

/** With the rule of addresses. */
const requestSchema = z.extend(continueRequestSchema, { email: emailSchema });

@Controller()
export class ContinueLinksController {
  constructor(private readonly continueLinks: ContinueLinksService) {}

  @Route(sendContinueLink)
  sendLink(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) artworkId: string,
    @Body(zodPipe(requestSchema)) { email }: ContinueRequest,
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
