import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Commission } from '../engines/image-engine.js';
import { seedOf } from '../engines/seed.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { StylesService } from '../styles/styles.service.js';
import type { Provenance } from './finish-job.js';
import { JobEntity } from './job.entity.js';

/** What an engine needs to draw a job. */
@Injectable()
export class Commissions {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly styles: StylesService,
  ) {}

  /** Whether no job at all could have been begun. */
  isStoreAway(error: unknown): Promise<boolean> {
    return this.store.isAway(error);
  }

  /** Rejects where the photo or the style is gone, or the photo can't be read. */
  async of(job: JobEntity): Promise<{ commission: Commission; provenance: Provenance }> {
    const [image, style] = await Promise.all([
      this.images.findActive(job.inputImageId),
      this.styles.findByKey(job.styleKey),
    ]);
    if (!style) throw new Error(`The style ${job.styleKey} is gone`);
    const photo = image && (await this.store.read(originalKey(image.id, image.mimeType)));
    if (!photo) throw new Error(`The photo ${job.inputImageId} is gone`);
    const { styleKey, prompt, petName, printShape } = job;
    // A job drawn again after a crash gives the same artwork.
    const seed = seedOf({ photoId: image.id, variation: job.variation });
    return {
      commission: { photo, styleKey, promptTemplate: style.promptTemplate, prompt, petName, printShape, seed },
      provenance: { seed, sourceSha256: createHash('sha256').update(photo).digest('hex') },
    };
  }
}
