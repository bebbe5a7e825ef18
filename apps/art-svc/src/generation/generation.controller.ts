import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { generateRequestSchema, type GenerateRequest, type Generation } from '@shop/contracts/art';
import { Access, Caller, departureOf, idempotencyKeyOf, uuidParam, zod } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { AwaitArtwork } from './await-artwork.js';
import { JobPartials } from './job-partials.js';
import { ProgressStream } from './progress-stream.js';
import { RequestArtwork } from './request-artwork.js';

@Controller('api/generate')
export class GenerationController {
  constructor(
    private readonly requests: RequestArtwork,
    private readonly waiting: AwaitArtwork,
    private readonly progress: ProgressStream,
    private readonly partials: JobPartials,
  ) {}

  @Post()
  @Access('guest')
  async generate(
    @Caller() caller: Caller,
    @Body(zod(generateRequestSchema)) body: GenerateRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Generation> {
    const gone = departureOf(reply);
    return this.waiting.result(await this.requests.request(caller, body, idempotencyKeyOf(key)), gone);
  }

  @Get(':key/progress')
  @Access('session')
  stream(@Caller() caller: Caller, @Param('key', uuidParam) key: string, @Res() reply: FastifyReply): Promise<void> {
    return this.progress.send(caller, key, reply);
  }

  @Get(':key/partials/:number')
  @Access('session')
  async partial(
    @Caller() caller: Caller,
    @Param('key', uuidParam) key: string,
    @Param('number') number: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const webp = await this.partials.getOwn(caller, key, number);
    await reply
      .headers({ 'cache-control': 'private, max-age=3600, immutable', 'x-content-type-options': 'nosniff' })
      .type('image/webp')
      .send(webp);
  }
}
