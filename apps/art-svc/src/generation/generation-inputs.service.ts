import { Injectable } from '@nestjs/common';
import { getPrintableName } from '@shop/contracts/pet-name';
import { PetFilesService } from '../cut-outs/pet-files.service.js';
import type { GenerationInput } from '../engines/image-engine.js';
import { computeSeed } from '../engines/seed.js';
import { ImageStore } from '../images/image-store.js';
import { StylesService } from '../styles/styles.service.js';
import type { ArtworkSource } from './job-completion.service.js';
import { JobPetsRepository } from './job-pets.repository.js';
import { JobEntity } from './job.entity.js';

/** Loads what an engine needs to draw a job. */
@Injectable()
export class GenerationInputsService {
  constructor(
    private readonly jobPets: JobPetsRepository,
    private readonly petFiles: PetFilesService,
    private readonly store: ImageStore,
    private readonly styles: StylesService,
  ) {}

  /** Whether the store as a whole is unavailable, so that no job could start. */
  isStoreUnavailable(error: unknown): Promise<boolean> {
    return this.store.isStoreFailure(error);
  }

  /** Rejects where a photo, its cut-out or the style no longer exists, or a file can't be read. */
  async loadInput(job: JobEntity): Promise<{ input: GenerationInput; source: ArtworkSource }> {
    const [style, furtherPets] = await Promise.all([
      this.styles.findByKey(job.styleKey),
      this.jobPets.listPets(job.id),
    ]);
    if (!style) throw new Error(`The style ${job.styleKey} no longer exists`);
    const first = await this.petFiles.loadPet({ imageId: job.inputImageId, cutOutId: job.cutOutId });
    const further = await Promise.all(furtherPets.map((pet) => this.petFiles.loadPet(pet)));
    // The same seed gives the same artwork when a job is drawn again after a crash.
    const seed = computeSeed({
      photoId: job.inputImageId,
      variation: job.variation,
      furtherPhotoIds: furtherPets.map(({ imageId }) => imageId),
    });
    const { styleKey, prompt, printShape } = job;
    return {
      input: {
        pets: [first, ...further],
        background: job.background ?? 'style',
        styleKey,
        promptTemplate: style.promptTemplate,
        prompt,
        petName: getPrintableName(job.petName ?? '') || null,
        printShape,
        seed,
      },
      source: { seed, pet: first.source, furtherPets: further.map(({ source }) => source) },
    };
  }
}
