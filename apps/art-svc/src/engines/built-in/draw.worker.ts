/** Entry of the drawing threads (piscina). */
import type { MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { drawArtwork, type Artwork, type ArtworkRequest, composeSceneCached } from '@shop/art-engine';

// Each thread draws one picture after another; a cache of decoded images would only use memory.
sharp.cache(false);
// The threads are the parallelism: more threads inside libvips would compete with HTTP for the cores.
sharp.concurrency(1);

export interface DrawTask extends ArtworkRequest {
  /** Receives `{ share, stage }` messages. */
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
      composeSceneCached,
    );
  } finally {
    progress.close();
  }
}
