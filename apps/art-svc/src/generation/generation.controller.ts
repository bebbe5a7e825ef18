import { Body, Controller, Headers, Param, Res } from '@nestjs/common';
import type { GenerateRequest, Generation } from '@shop/contracts-art';
import { generateArtwork, getPartialArtwork, streamProgress } from '@shop/contracts-art/routes';
import { Caller, Client, getDisconnectSignal, parseIdempotencyKey, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';
import { ProgressStreamService } from './progress-stream.service.js';

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
      .headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
      .type('image/webp')
      .send(webp);
  }
}
