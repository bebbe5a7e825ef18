import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../config.js';
import { IDLE_MS } from '../threads/idle.js';
import { workerFile } from '../threads/worker-file.js';
import type { MockupOrder, RenderedMockup } from './rendering/render-mockup.js';
import type { PrintOrder, RenderedPrint } from './rendering/render-print-file.js';
import type { Rendered, RenderTask } from './rendering/render.worker.js';

/** Renders print files and mock-ups in threads of their own, so that neither requests nor drawings wait for them. */
@Injectable()
export class RenderThread implements OnApplicationShutdown {
  private readonly threads: Piscina<RenderTask, Rendered>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.threads = new Piscina<RenderTask, Rendered>({
      filename: workerFile('printing/rendering/render.worker.js'),
      name: 'render',
      minThreads: 0,
      maxThreads: config.PRINT_CONCURRENCY,
      idleTimeout: IDLE_MS,
    });
    this.threads.on('error', (error) => logger.error({ err: error }, 'a rendering thread failed'));
  }

  /** Rejects with the signal's reason when it is aborted; the picture is then given up at once. */
  print(order: PrintOrder, signal: AbortSignal): Promise<RenderedPrint> {
    return this.threads.run({ kind: 'print', order }, { signal }) as Promise<RenderedPrint>;
  }

  mockup(order: MockupOrder, signal: AbortSignal): Promise<RenderedMockup> {
    return this.threads.run({ kind: 'mockup', order }, { signal }) as Promise<RenderedMockup>;
  }

  /** A product's picture, drawn as it lies on mock-ups. */
  picture(picture: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return this.threads.run({ kind: 'picture', picture }, { signal }) as Promise<Uint8Array>;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }
}
