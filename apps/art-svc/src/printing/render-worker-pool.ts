import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../config.js';
import { IDLE_MS, workerFile } from '../threads/worker-threads.js';
import type { MockupInput, RenderedMockup } from './rendering/render-mockup.js';
import type { PrintInput, RenderedPrint } from './rendering/render-print-file.js';
import type { Rendered, RenderTask } from './rendering/render.worker.js';

/** Renders print files and mock-ups in worker threads, so that requests and drawings do not wait for them. */
@Injectable()
export class RenderWorkerPool implements OnApplicationShutdown {
  private readonly pool: Piscina<RenderTask, Rendered>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.pool = new Piscina<RenderTask, Rendered>({
      filename: workerFile('printing/rendering/render.worker.js'),
      name: 'render',
      minThreads: 0,
      maxThreads: config.PRINT_CONCURRENCY,
      idleTimeout: IDLE_MS,
    });
    this.pool.on('error', (error) => logger.error({ err: error }, 'a render worker failed'));
  }

  /** Rejects with the signal's reason when it is aborted, and stops rendering at once. */
  renderPrint(input: PrintInput, signal: AbortSignal): Promise<RenderedPrint> {
    return this.pool.run({ kind: 'print', input }, { signal }) as Promise<RenderedPrint>;
  }

  renderMockup(input: MockupInput, signal: AbortSignal): Promise<RenderedMockup> {
    return this.pool.run({ kind: 'mockup', input }, { signal }) as Promise<RenderedMockup>;
  }

  /** Renders a product picture for use in mock-ups. */
  renderPicture(picture: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return this.pool.run({ kind: 'picture', picture }, { signal }) as Promise<Uint8Array>;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
