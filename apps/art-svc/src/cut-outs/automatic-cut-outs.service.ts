import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { PhotoCutOut } from '@shop/art-engine';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ServedImage } from '../images/images.repository.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { FairQueue, type Requester } from '../threads/fair-queue.js';
import { CutOutWorkerPool } from './cut-out-worker-pool.js';
import { cutOutNotFound, cutOutNotReady } from './cut-out.errors.js';
import { CutOutsRepository, type StoredCutOut } from './cut-outs.repository.js';

/**
 * A photo takes less than a second on idle cores. After 30 s the engine stops waiting for the network and uses contrast;
 * a computation that takes longer than this hangs.
 */
const COMPUTATION_TIMEOUT_MS = 60_000;

/** A cut-out that finds no place is computed at the next request for it. */
const MAX_WAITING = 60;

const MAX_WAITING_PER_OWNER = 12;

/** A place in the queue is given up then, because the customer has gone or asks again. */
const MAX_WAIT_MS = 120_000;

/**
 * Computes the automatic cut-out of each photo once, one photo at a time, and stores it as long as the photo. Customers and networks
 * take turns.
 */
@Injectable()
export class AutomaticCutOutsService implements OnModuleDestroy {
  private readonly pending = new Map<string, Promise<StoredCutOut>>();
  /** A waiting photo has no local copy of its file, whose number is limited. */
  private readonly queue = new FairQueue({
    capacity: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerOwner: MAX_WAITING_PER_OWNER,
    maxWaitMs: MAX_WAIT_MS,
    errors: { busy: cutOutNotReady, tooManyOfOwner: cutOutNotReady },
  });
  private readonly shutdown = new AbortController();

  constructor(
    private readonly cutOuts: CutOutsRepository,
    private readonly store: ImageStore,
    private readonly storedFiles: StoredFilesService,
    private readonly workerPool: CutOutWorkerPool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The next request for an unfinished cut-out computes it again. */
  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await Promise.allSettled(this.pending.values());
  }

  /** Starts the computation for a new photo. Never rejects. */
  startComputation(photo: ServedImage, requester: Requester): void {
    void this.computeOnce(photo, requester).catch(() => undefined);
  }

  /**
   * Returns the photo's automatic cut-out, and computes it where it is missing. Simultaneous calls wait for one
   * computation. Throws 503 where it could not be computed, 404 where the photo no longer exists. A drawing has no requester.
   */
  async getCutOut(
    photo: ServedImage,
    requester: Requester = { owner: photo.id, network: null },
  ): Promise<StoredCutOut> {
    return (await this.cutOuts.findAutomatic(photo.id)) ?? this.computeOnce(photo, requester);
  }

  private computeOnce(photo: ServedImage, requester: Requester): Promise<StoredCutOut> {
    let computation = this.pending.get(photo.id);
    if (!computation) {
      computation = this.queue
        .run(requester, 1, () => this.compute(photo))
        .finally(() => this.pending.delete(photo.id));
      // No request may be waiting when the computation fails.
      computation.catch(() => undefined);
      this.pending.set(photo.id, computation);
    }
    return computation;
  }

  private async compute({ id, mimeType }: ServedImage): Promise<StoredCutOut> {
    if (this.shutdown.signal.aborted) throw cutOutNotReady();
    // Another instance, or an earlier request, may have computed it in between.
    const existing = await this.cutOuts.findAutomatic(id);
    if (existing) return existing;
    const signal = AbortSignal.any([this.shutdown.signal, AbortSignal.timeout(COMPUTATION_TIMEOUT_MS)]);
    const computed = await this.store.withLocalFile(originalKey(id, mimeType), (path) =>
      this.workerPool.cutOut(path, signal).catch((error: unknown) => {
        if (!this.shutdown.signal.aborted)
          this.logger.warn({ err: error, photoId: id }, 'could not find the pet in a photo');
        throw cutOutNotReady(error);
      }),
    );
    if (!computed) throw cutOutNotFound();
    if (computed.fallbackReason)
      this.logger.warn({ photoId: id, reason: computed.fallbackReason }, 'found a pet by contrast, not by the network');
    return this.saveCutOut(id, computed);
  }

  private async saveCutOut(imageId: string, computed: PhotoCutOut): Promise<StoredCutOut> {
    const { png, width, height, source, hasSubject } = computed;
    const cutOut: StoredCutOut = {
      id: randomUUID(),
      imageId,
      source,
      hasSubject,
      widthPx: width,
      heightPx: height,
      sizeBytes: png.length,
      sha256: createHash('sha256').update(png).digest('hex'),
    };
    const isSaved = await this.storedFiles.saveWithRow(cutOutKey(cutOut.id), png, (manager) =>
      this.cutOuts.insert(cutOut, manager),
    );
    if (isSaved) return cutOut;
    // Another instance was faster, or the photo no longer exists.
    const winner = await this.cutOuts.findAutomatic(imageId);
    if (!winner) throw cutOutNotFound();
    return winner;
  }
}
