import { uploadedImageSchema, type UploadedImage } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

export interface UploadOptions {
  /** Receives the share of sent bytes, 0..1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

export function uploadPicture(file: File, options: UploadOptions): Promise<UploadedImage> {
  const form = new FormData();
  form.append('image', file);
  return api.upload('/api/admin/product-pictures', form, uploadedImageSchema, options);
}
