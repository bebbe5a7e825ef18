import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Commission } from '../engines/image-engine.js';
import { seedOf } from '../engines/seed.js';
import { ImageFolder } from '../images/image-folder.js';
import { ImagesRepository } from '../images/images.repository.js';
import { StylesService } from '../styles/styles.service.js';
import type { Provenance } from './finish-job.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** What an engine needs to draw a job. */
@Injectable()
export class Commissions {
  constructor(
    private readonly images: ImagesRepository,
    private readonly folder: ImageFolder,
    private readonly styles: StylesService,
    private readonly jobs: JobsRepository,
  ) {}

  /** Rejects where the photo or the style is gone. */
  async of(job: JobEntity): Promise<{ commission: Commission; provenance: Provenance }> {
    const [image, style] = await Promise.all([this.images.findActive(job.inputImageId), this.styles.findByKey(job.styleKey)]);
    if (!image) throw new Error(`The photo ${job.inputImageId} is gone`);
    if (!style) throw new Error(`The style ${job.styleKey} is gone`);
    const photo = await readFile(this.folder.pathOf(image.id, image.mimeType));
    const { styleKey, prompt, petName } = job;
    const seed = await this.seedOf(job);
    return {
      commission: { photo, styleKey, promptTemplate: style.promptTemplate, prompt, petName, seed },
      provenance: { seed, sourceSha256: createHash('sha256').update(photo).digest('hex') },
    };
  }

  /**
   * The first artwork of a photo in a style has the colours of its preview, whose seed is the photo's; each later one has its own, so that another
   * try looks different. A job drawn again after a crash gives the same artwork.
   */
  private async seedOf(job: JobEntity): Promise<number> {
    return seedOf((await this.jobs.hasEarlierArtwork(job)) ? job.id : job.inputImageId);
  }
}
