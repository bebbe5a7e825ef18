import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../config.js';
import type { PreviewOrder } from '../engines/built-in/draw-preview.js';
import { IDLE_MS } from '../threads/idle.js';
import { workerFile } from '../threads/worker-file.js';

/** Eight photos' worth; who comes after them would wait longer than a wall is looked at. */
const MAX_WAITING = 32;

/** Of Linux's −20…19: beside a drawing or a request on the same core, a preview gets a quarter. Elsewhere it would slow the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0;

/** Draws previews in threads of their own: what somebody waits or has paid for never stands in one queue with them, and gets the cores first. */
@Injectable()
export class PreviewThreads implements OnApplicationShutdown {
  private readonly threads: Piscina<PreviewOrder, Uint8Array>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.threads = new Piscina<PreviewOrder, Uint8Array>({
      filename: workerFile('engines/built-in/preview.worker.js'),
      name: 'preview',
      minThreads: 0,
      maxThreads: config.PREVIEW_CONCURRENCY,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
    });
    this.threads.on('error', (error) => logger.error({ err: error }, 'a preview thread failed'));
  }

  /** WebP. Rejects at once where too many are waiting, and where drawing failed or was aborted. */
  draw(order: PreviewOrder, signal: AbortSignal): Promise<Uint8Array> {
    // Piscina's own `maxQueue` does not count tasks that found no free thread (seen in 5.3.2).
    if (this.threads.queueSize >= MAX_WAITING) return Promise.reject(new Error('Too many previews are waiting'));
    return this.threads.run(order, { signal });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }
}
