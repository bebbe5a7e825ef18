import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PreviewRequest } from '@shop/art-engine';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../config.js';
import { IDLE_MS, LOW_PRIORITY, workerFile } from '../threads/worker-threads.js';

/** Previews of eight photos. Further requests would wait longer than customers look at the style gallery. */
const MAX_WAITING = 32;

/**
 * Draws previews in separate worker threads with low priority, so that they never delay artworks, print files or
 * requests.
 */
@Injectable()
export class PreviewWorkerPool implements OnApplicationShutdown {
  private readonly pool: Piscina<PreviewRequest, Uint8Array>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.pool = new Piscina<PreviewRequest, Uint8Array>({
      filename: workerFile('engines/built-in/preview.worker.js'),
      name: 'preview',
      minThreads: 0,
      maxThreads: config.PREVIEW_CONCURRENCY,
      idleTimeout: IDLE_MS,
      niceIncrement: LOW_PRIORITY,
    });
    this.pool.on('error', (error) => logger.error({ err: error }, 'a preview worker failed'));
  }

  /** Returns WebP. Rejects at once where too many previews wait, and where drawing fails or is aborted. */
  draw(request: PreviewRequest, signal: AbortSignal): Promise<Uint8Array> {
    // Piscina's own `maxQueue` does not count tasks that found no free thread (observed in 5.3.2).
    if (this.pool.queueSize >= MAX_WAITING) return Promise.reject(new Error('Too many previews are waiting'));
    return this.pool.run(request, { signal });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
