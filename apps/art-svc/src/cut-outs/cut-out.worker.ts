/** Entry of the cut-out thread (piscina). Like draw.worker.ts, it imports only plain TypeScript. */
import { cutOutPhoto, type PhotoCutOut } from '@shop/art-engine';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export interface CutOutTask {
  readonly photoPath: string;
  /** Path of the network's weights; undefined: the engine's own file. */
  readonly weightsPath: string | undefined;
}

export const cutOut = ({ photoPath, weightsPath }: CutOutTask): Promise<PhotoCutOut> =>
  cutOutPhoto(photoPath, { weightsPath });
