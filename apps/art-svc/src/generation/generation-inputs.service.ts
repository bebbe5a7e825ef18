import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getPrintableName } from '@shop/contracts/pet-name';
import type { GenerationInput } from '../engines/image-engine.js';
import { computeSeed } from '../engines/seed.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { StylesService } from '../styles/styles.service.js';
import type { ArtworkSource } from './job-completion.service.js';
import { JobEntity } from './job.entity.js';

/** Loads what an engine needs to draw a job. */
@Injectable()
export class GenerationInputsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly styles: StylesService,
  ) {}

  /** Whether the store as a whole is unavailable, so that no job could start. */
  isStoreUnavailable(error: unknown): Promise<boolean> {
    return this.store.isStoreFailure(error);
  }

  /** Rejects where the photo or the style no longer exists, or the photo can't be read. */
  async loadInput(job: JobEntity): Promise<{ input: GenerationInput; source: ArtworkSource }> {
    const [image, style] = await Promise.all([
      this.images.findActive(job.inputImageId),
      this.styles.findByKey(job.styleKey),
    ]);
    if (!style) throw new Error(`The style ${job.styleKey} no longer exists`);
    const photo = image && (await this.store.read(originalKey(image.id, image.mimeType)));
    if (!photo) throw new Error(`The photo ${job.inputImageId} no longer exists`);
    const { styleKey, prompt, printShape } = job;
    const petName = getPrintableName(job.petName ?? '') || null;
    // The same seed gives the same artwork when a job is drawn again after a crash.
    const seed = computeSeed({ photoId: image.id, variation: job.variation });
    return {
      input: {
        pets: [{ photo, cutOut: null }],
        background: 'style',
        styleKey,
        promptTemplate: style.promptTemplate,
        prompt,
        petName,
        printShape,
        seed,
      },
      source: { seed, sourceSha256: createHash('sha256').update(photo).digest('hex') },
    };
  }
}
