/** Entry of the preview threads (piscina). Like draw.worker.ts, it imports only plain TypeScript. */
import sharp from 'sharp';
import { drawPreview, type PreviewRequest } from '@shop/art-engine';

sharp.cache(false);
sharp.concurrency(1);

export const preview = (order: PreviewRequest): Promise<Uint8Array> => drawPreview(order);
