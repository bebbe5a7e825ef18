import { cutOutReader, cutOutsUrl, type DisplayedCutOut } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

/** Stores a corrected cut-out as a new one. The mask is the PNG's alpha channel. */
export function uploadCutOut(uploadId: string, png: Blob): Promise<DisplayedCutOut> {
  const form = new FormData();
  form.append('image', png, 'cut-out.png');
  return api.upload(cutOutsUrl(uploadId), form, cutOutReader);
}
