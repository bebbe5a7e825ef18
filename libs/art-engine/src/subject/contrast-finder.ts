import type { Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { findSubject, SUBJECT_SIDE_PX } from './find-subject.js';
import { type Box, type CoveredPart, partAround, type PhotoPart, scaleBox, wholeOf } from './photo-part.js';

/** Finds the animal in a photo: by a network, or by contrast where the network can't run. */
export interface SubjectFinder {
  readonly source: 'network' | 'contrast';
  /**
   * @param photo H × W × 3 sRGB
   * @throws Error with the reason if this finder can't run
   */
  find(photo: Raster): Promise<FoundSubject>;
}

interface FoundSubject {
  /** 1 on the animal, soft where it is unsure. Outside its part there is no animal. Its outline is not exact yet. */
  readonly prior: CoveredPart;
  /** False: nothing stands out like a pet. The prior is then the likeliest part of the photo. */
  readonly hasSubject: boolean;
}

/** A part around the animal that is at most this share of the photo's long side gets a second pass. */
const SECOND_PASS_SHARE = 0.75;
const PADDING_SHARE = 0.16;

/**
 * Finds the animal by contrast with the photo's border, without a network. A small animal is analysed a second time at
 * a larger scale: the first pass has too few pixels for a clean outline.
 */
export const contrastFinder: SubjectFinder = {
  source: 'contrast',
  find: async (photo) => {
    const whole = wholeOf(photo);
    const first = await analysePart(photo, whole);
    const part = secondPart(first.box, whole);
    return part ? await analysePart(photo, part) : first;
  },
};

async function analysePart(photo: Raster, part: PhotoPart): Promise<FoundSubject & { box: Box }> {
  const small = await raw(pipeline(photo).extract(part).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));
  const { mask, box, isClear } = findSubject(small);
  return { prior: { plane: mask, part }, hasSubject: isClear, box: scaleBox(box, part) };
}

/** Null if the animal is large enough for one pass. */
function secondPart(box: Box, whole: PhotoPart): PhotoPart | null {
  const part = partAround(box, PADDING_SHARE, whole);
  const isSmall = Math.max(part.width, part.height) <= SECOND_PASS_SHARE * Math.max(whole.width, whole.height);
  return isSmall ? part : null;
}
