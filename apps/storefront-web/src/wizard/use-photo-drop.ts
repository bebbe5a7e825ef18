import { useDropzone, type Accept } from 'react-dropzone';
import { usePhotoUpload, type UploadListener } from './use-photo-upload.js';

const ACCEPTED: Accept = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg', '.jfif', '.pjpeg'] };

/** Takes one PNG or JPEG photo by drop, paste or file dialog, and uploads it. `messages` are the dropzone's own errors. */
export function usePhotoDrop({ onStart, ...listener }: UploadListener & { onStart?: () => void }) {
  const { upload, activeUpload, failedUpload } = usePhotoUpload(listener);
  const dropzone = useDropzone({
    accept: ACCEPTED,
    multiple: false,
    maxFiles: 1,
    disabled: activeUpload !== null,
    noKeyboard: true,
    onDrop: ([photo], rejections) => {
      // If several photos are dropped at once, none is uploaded, because it is unknown which one is meant.
      if (!photo || rejections.length > 0) return;
      onStart?.();
      upload(photo);
    },
  });
  const messages = [...new Set(dropzone.fileRejections.flatMap(({ errors }) => errors.map(({ message }) => message)))];
  return { activeUpload, failedUpload, messages, dropzone };
}
