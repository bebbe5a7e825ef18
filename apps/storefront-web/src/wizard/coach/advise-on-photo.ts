import { copyPhoto, openPhoto, sizeOf } from './copy-photo.js';
import { adviceFor } from './photo-advice.js';
import { photoFaults } from './photo-quality.rules.js';

/**
 * What could be better about the photo at this object URL, one sentence each; nothing for a good one, and nothing for one that this browser can't
 * look at: whether it may be uploaded is not decided here.
 */
export async function adviseOnPhoto(photo: File, address: string): Promise<string[]> {
  try {
    const image = await openPhoto(address);
    const size = sizeOf(image);
    return photoFaults(size, await copyPhoto(photo, image)).map((fault) => adviceFor(fault, size));
  } catch {
    return [];
  }
}
