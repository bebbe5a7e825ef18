import type { Upload } from '@shop/contracts/art';
import { ApiError, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { uploadPhoto, type PhotoUpload } from './api/upload-photo.js';
import { checkPhoto } from './photo-check/check-photo.js';

/** Too large or not a picture: the server's message helps to choose another file. */
const FILE_ERROR_STATUSES = [413, 415, 422];

/** A photo that is being uploaded. */
export interface ActiveUpload {
  /** Object URL of the local file. */
  readonly previewUrl: string;
  readonly percent: number;
  readonly cancel: () => void;
}

interface Listener {
  onAdvice: (advice: string[]) => void;
  onUploaded: (photo: Upload) => void;
}

const isAborted = (error: Error): boolean => error.name === 'AbortError';

/**
 * Uploads a photo and runs the photo check in parallel; `uploadError` is the server's message about the file, if any.
 */
export function usePhotoUpload({ onAdvice, onUploaded }: Listener) {
  const [activeUpload, setActiveUpload] = useState<ActiveUpload | null>(null);
  /** The photo that advice may be shown for; null once its upload is cancelled or rejected. */
  const checkedPhoto = useRef<File>(null);

  const uploadMutation = useMutation({
    mutationFn: (photoUpload: PhotoUpload) => uploadPhoto(photoUpload),
    onSuccess: (photo) => {
      toast({ title: 'Photo uploaded!', description: 'Now choose an art style' });
      onUploaded(photo);
    },
    onError: (error) => {
      checkedPhoto.current = null;
      onAdvice([]);
      if (!isAborted(error))
        toast({
          title: 'Upload failed',
          description: 'Please try again with a different image.',
          variant: 'destructive',
        });
    },
    onSettled: () => setActiveUpload(null),
  });

  const upload = (photo: File): void => {
    const previewUrl = URL.createObjectURL(photo);
    const abortController = new AbortController();
    checkedPhoto.current = photo;
    setActiveUpload({ previewUrl, percent: 0, cancel: () => abortController.abort() });
    const onProgress = (sent: number): void =>
      setActiveUpload((last) => last && { ...last, percent: Math.round(sent * 100) });
    const uploaded = uploadMutation.mutateAsync({ photo, signal: abortController.signal, onProgress });
    const checked = checkPhoto(photo, previewUrl).then((advice) => {
      if (checkedPhoto.current === photo) onAdvice(advice);
    });
    void Promise.allSettled([uploaded, checked]).then(() => URL.revokeObjectURL(previewUrl));
  };

  const { error } = uploadMutation;
  return {
    upload,
    activeUpload,
    uploadError: error instanceof ApiError && FILE_ERROR_STATUSES.includes(error.status) ? error.userMessage : null,
  };
}
