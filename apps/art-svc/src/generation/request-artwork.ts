import { Injectable } from '@nestjs/common';
import type { GenerateRequest } from '@shop/contracts/art';
import { ownerOf, type Caller } from '@shop/service-kit';
import { ImagesRepository } from '../images/images.repository.js';
import { StylesService } from '../styles/styles.service.js';
import { assertSameBody, hashOf, notYourPhoto, shapeOf, unknownStyle, uploadIdOf } from './generate-request.rules.js';
import { JobQueue } from './job-queue.js';
import { JobsRepository, type NewJob } from './jobs.repository.js';

/** Puts a job for an artwork into the queue, or finds the one that an earlier call with the same key put there. */
@Injectable()
export class RequestArtwork {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly styles: StylesService,
    private readonly queue: JobQueue,
  ) {}

  /**
   * The job's id. Throws 400 for a photo that is not the caller's or an unknown style, 409 where the key was used for something else,
   * 503 where the queue is too long; a call that joins is never refused for that.
   */
  async request(caller: Caller, request: GenerateRequest, key: string | null): Promise<string> {
    const owner = ownerOf(caller);
    const bodyHash = hashOf(request);
    const known = key && (await this.join(caller, key, bodyHash));
    if (known) return known;
    const photo = await this.images.findOwnUpload(caller, uploadIdOf(request.imageUrl));
    if (!photo) throw notYourPhoto();
    if (!(await this.styles.findActive(request.styleKey))) throw unknownStyle();
    const job: NewJob = {
      ...owner,
      inputImageId: photo.id,
      styleKey: request.styleKey,
      prompt: request.prompt || null,
      petName: request.petName || null,
      variation: request.variation ?? 0,
      printShape: request.printArea ? shapeOf(request.printArea) : null,
      idempotencyKey: key,
      bodyHash,
    };
    const made = await this.queue.enqueue(job);
    if (made) return made;
    // Lost the race for the key: the winner's row is committed, or the insert would still be waiting for it.
    const winner = key && (await this.join(caller, key, bodyHash));
    if (!winner) throw new Error('A job with this key exists, and yet was not found');
    return winner;
  }

  private async join(caller: Caller, key: string, bodyHash: string): Promise<string | null> {
    const known = await this.jobs.findOwnByKey(caller, key);
    if (!known) return null;
    assertSameBody(known.bodyHash, bodyHash);
    return known.id;
  }
}
