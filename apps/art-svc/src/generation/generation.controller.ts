import { Body, Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { Design, GenerateRequest, Generation, OwnDesignsQuery } from '@shop/contracts/art';
import { getPrintableName } from '@shop/contracts/pet-name';
import { generateArtwork, getPartialArtwork, listDesigns, streamProgress } from '@shop/contracts/routes';
import {
  Caller,
  Client,
  getDisconnectSignal,
  type Page,
  parseIdempotencyKey,
  Route,
  uuidPipe,
  zodPipe,
} from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { getImageUrl } from '../images/image.entity.js';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkWaiterService, ProgressStreamService } from './artwork-waiter.service.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';

@Controller()
export class GenerationController {
  constructor(
    private readonly artworkRequests: ArtworkRequestsService,
    private readonly artworkWaiter: ArtworkWaiterService,
    private readonly progressStream: ProgressStreamService,
    private readonly partialPictures: PartialPicturesRepository,
  ) {}

  @Route(generateArtwork)
  async generate(
    @Client() client: Client,
    @Body(zodPipe(generateArtwork.body)) body: GenerateRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Generation> {
    const disconnected = getDisconnectSignal(reply);
    return this.artworkWaiter.waitForArtwork(
      await this.artworkRequests.requestArtwork(client, body, parseIdempotencyKey(key)),
      disconnected,
    );
  }

  @Route(streamProgress)
  streamProgress(
    @Caller() caller: Caller,
    @Param('key', uuidPipe) key: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.progressStream.streamProgress(caller, key, reply);
  }

  @Route(getPartialArtwork)
  async getPartialPicture(
    @Caller() caller: Caller,
    @Param('key', uuidPipe) key: string,
    @Param('number') number: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const webp = await this.partialPictures.getForOwner(caller, key, number);
    await reply
      .headers({ 'cache-control': 'private, max-age=3600, immutable', 'x-content-type-options': 'nosniff' })
      .type('image/webp')
      .send(webp);
  }
}

@Controller()
export class DesignsController {
  constructor(private readonly jobs: JobsRepository) {}

  @Route(listDesigns)
  async list(
    @Caller() caller: Caller,
    @Query(zodPipe(listDesigns.query)) query: OwnDesignsQuery,
  ): Promise<Page<Design>> {
    const { items, next } = await this.jobs.listForOwner(caller, query);
    return { items: items.map(toDesign), next };
  }
}

function toDesign(job: JobEntity): Design {
  const { id, status, styleKey, petName, variation, outputImageId, errorMessage } = job;
  const outputImage = outputImageId ? { id: outputImageId, url: getImageUrl(outputImageId) } : null;
  return {
    id,
    status,
    styleKey,
    petName: getPrintableName(petName ?? '') || null,
    variation,
    createdAt: job.createdAt.toISOString(),
    outputImageId,
    outputImage,
    errorMessage,
  };
}
