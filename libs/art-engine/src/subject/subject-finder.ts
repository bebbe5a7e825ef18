import type { Raster } from '../kernels/plane.js';
import type { CoveredPart } from './photo-part.js';

/** Finds the animal in a photo: by a network, or by contrast where the network can't run. */
export interface SubjectFinder {
  readonly source: 'network' | 'contrast';
  /**
   * @param photo H × W × 3 sRGB
   * @throws Error with the reason if this finder can't run
   */
  find(photo: Raster): Promise<FoundSubject>;
}

export interface FoundSubject {
  /** 1 on the animal, soft where it is unsure. Outside its part there is no animal. Its outline is not exact yet. */
  readonly prior: CoveredPart;
  /** False: nothing stands out like a pet. The prior is then the likeliest part of the photo. */
  readonly hasSubject: boolean;
}
