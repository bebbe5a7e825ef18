/** Entry of the cut-out thread (piscina). Like draw.worker.ts, it imports only plain TypeScript. */
import { cutOutPhoto, type PhotoCutOut } from '@shop/art-engine';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export const cutOut = (photoPath: string): Promise<PhotoCutOut> => cutOutPhoto(photoPath);
