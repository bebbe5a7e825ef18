import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import type { NewShareLink, SharedArtwork, ShareLink } from '@shop/contracts-art';
import {
  createShareLink,
  endShareLink,
  getSharedArtwork,
  getSharedPicture,
  listShareLinks,
} from '@shop/contracts-art/routes';
import type { PageHead } from '@shop/contracts-common';
import { Access, Caller, Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { SharingService } from './sharing.service.js';

const PICTURE_HEADERS = {
  // An ended link's picture leaves caches within an hour.
  'cache-control': 'public, max-age=3600',
  'x-robots-tag': 'noindex',
  // Messengers show it on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

@Controller()
export class SharingController {
  constructor(private readonly sharing: SharingService) {}

  @Route(listShareLinks)
  list(@Caller() caller: Caller, @Param('id', uuidPipe) artworkId: string): Promise<ShareLink[]> {
    return this.sharing.list(caller, artworkId);
  }

  @Route(createShareLink)
  create(@Caller() caller: Caller, @Param('id', uuidPipe) artworkId: string): Promise<NewShareLink> {
    return this.sharing.create(caller, artworkId);
  }

  @Route(endShareLink)
  endLink(@Caller() caller: Caller, @Param('id', uuidPipe) linkId: string): Promise<void> {
    return this.sharing.endLink(caller, linkId);
  }

  @Route(getSharedArtwork)
  getArtwork(@Param('token') token: string): Promise<SharedArtwork> {
    return this.sharing.getArtwork(token);
  }

  @Route(getSharedPicture)
  async getPicture(
    @Param('token') token: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.sharing.getPicture(token), ifNoneMatch, PICTURE_HEADERS);
  }

  /** The gateway asks for it before it sends the link's page. */
  @Get('internal/page-heads/shared-artworks/:token')
  @Access('internal')
  getPageHead(@Param('token') token: string): Promise<PageHead> {
    return this.sharing.getPageHead(token);
  }
}
