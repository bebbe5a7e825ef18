import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PhotoCutOut } from '@shop/art-engine';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../config.js';
import { IDLE_MS, LOW_PRIORITY, workerFile } from '../threads/worker-threads.js';
import type { CutOutTask } from './cut-out.worker.js';

/** Finds pets in a worker thread with low priority, one photo at a time. */
@Injectable()
export class CutOutWorkerPool implements OnApplicationShutdown {
  private readonly pool: Piscina<CutOutTask, PhotoCutOut>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.pool = new Piscina<CutOutTask, PhotoCutOut>({
      filename: workerFile('cut-outs/cut-out.worker.js'),
      name: 'cutOut',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: LOW_PRIORITY,
      // Atomics.wait would block the thread's own event loop, which receives the answers of the network's process.
      atomics: 'disabled',
    });
    this.pool.on('error', (error) => logger.error({ err: error }, 'the cut-out worker failed'));
  }

  /** Rejects where the photo can't be decoded, and with the signal's reason when it is aborted. */
  cutOut(photoPath: string, signal: AbortSignal): Promise<PhotoCutOut> {
    return this.pool.run({ photoPath, weightsPath: this.config.CUT_OUT_WEIGHTS }, { signal });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
