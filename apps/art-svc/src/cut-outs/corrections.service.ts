import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { CUT_OUTS_MAX, MASK_MAX_BYTES } from '@shop/contracts-art';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { cutOutKey } from '../images/image-keys.js';
import { wrapStoreErrors } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { receiveFile, type ReceivedFileRules } from '../images/receive-file.js';
import { TemporaryFiles } from '../images/temporary-files.js';
import {
  cutOutNotFound,
  maskInterrupted,
  maskMissing,
  maskTooLarge,
  tooManyCutOuts,
  tooManyMasks,
} from './cut-out.errors.js';
import { CutOutsRepository, type StoredCutOut } from './cut-outs.repository.js';
import { assertPng, readMask } from './read-mask.js';

const MASK_RULES: ReceivedFileRules = {
  maxBytes: MASK_MAX_BYTES,
  errors: { missing: maskMissing, tooMany: tooManyMasks, tooLarge: maskTooLarge, interrupted: maskInterrupted },
};

/** Stores the cut-outs that customers corrected. */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly cutOuts: CutOutsRepository,
    private readonly storedFiles: StoredFilesService,
    private readonly fileRemovals: FileRemovalsService,
    private readonly temporaryFiles: TemporaryFiles,
  ) {}

  /**
   * Stores the form's mask in the automatic cut-out's size, or finds the cut-out with the same content. Throws 400,
   * 413 or 415 for an unusable mask, and 409 where the photo has too many that artworks were drawn from.
   */
  async saveCorrection(photo: ImageEntity, automatic: StoredCutOut, request: FastifyRequest): Promise<StoredCutOut> {
    const png = await this.receiveMask(photo, automatic, request);
    const cutOut: StoredCutOut = {
      id: randomUUID(),
      imageId: photo.id,
      source: 'customer',
      hasSubject: true,
      widthPx: automatic.widthPx,
      heightPx: automatic.heightPx,
      sizeBytes: png.length,
      sha256: createHash('sha256').update(png).digest('hex'),
    };
    const existing = await this.cutOuts.findByContent(photo.id, cutOut.sha256);
    if (existing) return existing;
    const isSaved = await this.storedFiles.saveWithRow(cutOutKey(cutOut.id), png, async (manager) => {
      const isInserted = await this.cutOuts.insert(cutOut, manager);
      if (isInserted) await this.replaceOldest(cutOut, manager);
      return isInserted;
    });
    if (isSaved) return cutOut;
    // The same mask was stored in between, or the photo no longer exists.
    const winner = await this.cutOuts.findByContent(photo.id, cutOut.sha256);
    if (!winner) throw cutOutNotFound();
    return winner;
  }

  private async receiveMask(photo: ImageEntity, size: StoredCutOut, request: FastifyRequest): Promise<Buffer> {
    const path = await wrapStoreErrors(() => this.temporaryFiles.createPath());
    try {
      await receiveFile(request, path, MASK_RULES);
      assertPng(await readFile(path));
      return await readMask(path, photo, size);
    } finally {
      await rm(path, { force: true });
    }
  }

  private async replaceOldest({ id, imageId }: StoredCutOut, manager: EntityManager): Promise<void> {
    if ((await this.cutOuts.countAndLockCorrections(imageId, manager)) <= CUT_OUTS_MAX) return;
    const oldest = await this.cutOuts.deleteOldestUnused(imageId, id, manager);
    if (!oldest) throw tooManyCutOuts();
    await this.fileRemovals.scheduleFiles([cutOutKey(oldest)], manager);
  }
}
