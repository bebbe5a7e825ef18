import type { Upload } from '@shop/contracts-art';
import { toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Accept, useDropzone } from 'react-dropzone';
import { getUploadProblem, sendPhoto } from '../photo-upload/send-photo.js';
import { checkPhoto } from './photo-check/check-photo.js';

/** A photo that is being uploaded. */
export interface ActiveUpload {
  /** Object URL of the local file. */
  readonly previewUrl: string;
  readonly percent: number;
  readonly cancel: () => void;
}

/** A photo that was not uploaded. */
export interface FailedUpload {
  readonly fileName: string;
  /** Says what helps. */
  readonly message: string;
  /** Sends the same photo again; null where that doesn't help. */
  readonly retry: (() => void) | null;
}

export interface UploadListener {
  onAdvice: (advice: string[]) => void;
  onUploaded: (photo: Upload) => void;
}

/** Uploads a photo and runs the photo check in parallel. */
export function usePhotoUpload({ onAdvice, onUploaded }: UploadListener) {
  const [activeUpload, setActiveUpload] = useState<ActiveUpload | null>(null);
  /** The photo that advice may be shown for; null once its upload is cancelled or rejected. */
  const checkedPhoto = useRef<File>(null);

  const { mutateAsync, error, variables } = useMutation({
    mutationFn: sendPhoto,
    onSuccess: (photo) => {
      toast({ title: 'Photo uploaded!', description: 'Now choose an art style' });
      onUploaded(photo);
    },
    onError: (error) => {
      checkedPhoto.current = null;
      onAdvice([]);
      if (getUploadProblem(error))
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
    const uploaded = mutateAsync({ photo, signal: abortController.signal, onProgress });
    const checked = checkPhoto(photo, previewUrl).then((advice) => {
      if (checkedPhoto.current === photo) onAdvice(advice);
    });
    void Promise.allSettled([uploaded, checked]).then(() => URL.revokeObjectURL(previewUrl));
  };

  const problem = error && getUploadProblem(error);
  const photo = variables?.photo;
  const failedUpload: FailedUpload | null =
    problem && photo
      ? {
          fileName: photo.name,
          message: problem.message,
          retry: problem.canRetry ? () => upload(photo) : null,
        }
      : null;
  return { upload, activeUpload, failedUpload };
}

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
