import { cutOutReader, cutOutsUrl, type DisplayedCutOut } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

/** Stores a corrected cut-out as a new one. */
export function uploadCutOut(uploadId: string, png: Uint8Array<ArrayBuffer>): Promise<DisplayedCutOut> {
  const form = new FormData();
  form.append('image', new File([png], 'cut-out.png', { type: 'image/png' }));
  return api.upload(cutOutsUrl(uploadId), form, cutOutReader);
}
