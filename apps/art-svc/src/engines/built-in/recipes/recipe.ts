import type { Raster } from '../kernels/plane.js';
import type { Scene } from '../scene.js';

/** Tells how far the painting is: a share 0…1 and a few words for the waiting customer. */
export type Report = (share: number, stage: string) => void;

/** One style: paints the scene as H × W × 3, sRGB. The same scene (and its random numbers) gives the same bytes. */
export type Recipe = (scene: Scene, report: Report) => Raster | Promise<Raster>;
