import { copyPhoto, isDecodedShrunk, openPhoto, sizeOf } from './copy-photo.js';
import { adviceFor } from './photo-advice.js';
import { photoFaults } from './photo-quality.rules.js';

/**
 * What could be better about the photo at this object URL, one sentence each; nothing for a good one, and nothing for one that this browser can't
 * look at: whether it may be uploaded is not decided here.
 */
export async function adviseOnPhoto(photo: File, address: string): Promise<string[]> {
  try {
    const [image, bytes] = await Promise.all([openPhoto(address), isDecodedShrunk(photo) ? photo.arrayBuffer() : null]);
    const size = sizeOf(image);
    return photoFaults(size, await copyPhoto(photo, image, bytes)).map((fault) => adviceFor(fault, size));
  } catch {
    return [];
  }
}

/** Enough for the engine to compile the loops that go through a photo. */
const BLANK_SIDE_PX = 128;

/** What looks at photos looks at a blank one before there is any: its first look takes some five times as long as the next. */
export function warmUpCoach(): void {
  const [side, size] = [BLANK_SIDE_PX, { widthPx: BLANK_SIDE_PX, heightPx: BLANK_SIDE_PX }];
  photoFaults(size, { width: side, height: side, data: new Uint8ClampedArray(side * side * 4).fill(255) });
}
