import { MessageChannel } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Artwork } from '@shop/art-engine';
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Config } from '../../config.js';
import { IDLE_MS, workerFile } from '../../threads/worker-threads.js';
import { type EngineArtwork, type GenerationInput, ImageEngine, type OnProgress } from '../image-engine.js';
import type { DrawTask, ProgressMessage } from './draw.worker.js';

/** Draws with PetArt's own image processing in worker threads, so that the event loop stays free for requests. */
@Injectable()
export class BuiltInEngine extends ImageEngine implements OnApplicationShutdown {
  private readonly threads: Piscina<DrawTask, Artwork>;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    super();
    this.threads = new Piscina<DrawTask, Artwork>({
      filename: workerFile('engines/built-in/draw.worker.js'),
      name: 'draw',
      minThreads: 0,
      maxThreads: config.ART_CONCURRENCY,
      idleTimeout: IDLE_MS,
      // Atomics.wait would block the thread's own event loop and with it the progress messages.
      atomics: 'disabled',
    });
    // Piscina replaces a thread that fails while idle; without this listener the error would end the process.
    this.threads.on('error', (error) => logger.error({ err: error }, 'a drawing thread failed'));
  }

  async draw(input: GenerationInput, onProgress: OnProgress, signal: AbortSignal): Promise<EngineArtwork> {
    const { port1: receiver, port2: progress } = new MessageChannel();
    receiver.on('message', ({ share, stage }: ProgressMessage) => onProgress(share, stage));
    try {
      const { pets, background, styleKey, prompt, petName, seed } = input;
      const artworkRequest = { pets, background, styleKey, prompt: prompt ?? '', petName: petName ?? '', seed };
      const task: DrawTask = { ...artworkRequest, progress };
      const artwork = await this.threads.run(task, { signal, transferList: [progress] });
      return { ...artwork, engine: BUILT_IN, engineVersion: BUILT_IN_VERSION };
    } finally {
      receiver.close();
    }
  }

  /** Ends the threads at once. The instance that takes over the job draws the picture again. */
  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }
}
