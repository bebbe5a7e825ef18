import { uploadedImageSchema, type UploadedImage } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

export function uploadPhoto(photo: File): Promise<UploadedImage> {
  const form = new FormData();
  form.append('image', photo);
  return api.upload('/api/upload', form, uploadedImageSchema);
}
