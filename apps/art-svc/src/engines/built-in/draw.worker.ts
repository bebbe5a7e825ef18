/** Entry of the drawing threads (piscina). */
import type { MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { drawArtwork, type Artwork, type ArtworkOrder } from './draw-artwork.js';
import { rememberedScene } from './study/remembered-scenes.js';

// Each thread draws one picture after another; a cache of decoded images would only hold memory.
sharp.cache(false);
// The threads are the parallelism: one more per picture inside libvips would take the cores from HTTP.
sharp.concurrency(1);

export interface DrawTask extends ArtworkOrder {
  /** Where the progress is told: `{ share, stage }`. */
  readonly progress: MessagePort;
}

export interface ProgressMessage {
  /** 0…1 */
  readonly share: number;
  readonly stage: string;
}

export async function draw({ progress, ...order }: DrawTask): Promise<Artwork> {
  try {
    return await drawArtwork(
      order,
      (share, stage) => progress.postMessage({ share, stage } satisfies ProgressMessage),
      rememberedScene,
    );
  } finally {
    progress.close();
  }
}
