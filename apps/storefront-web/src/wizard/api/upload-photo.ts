import { uploadReader, type Upload } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

export interface PhotoUpload {
  photo: File;
  signal: AbortSignal;
  /** Called with 0..1 of the bytes sent. */
  onProgress: (sent: number) => void;
}

export function uploadPhoto({ photo, ...options }: PhotoUpload): Promise<Upload> {
  const form = new FormData();
  form.append('image', photo);
  return api.upload('/api/upload', form, uploadReader, options);
}
