/** Entry of the threads that draw previews (piscina); as in draw.worker.ts, everything it imports is plain TypeScript. */
import sharp from 'sharp';
import { drawPreview, type PreviewOrder } from './draw-preview.js';

sharp.cache(false);
sharp.concurrency(1);

export const preview = (order: PreviewOrder): Promise<Uint8Array> => drawPreview(order);
