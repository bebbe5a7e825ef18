import type { Upload } from '@shop/contracts/art';
import { uploadPhoto } from '@shop/contracts/routes';
import { api, ConnectionError, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { checkPhoto } from './photo-check/check-photo.js';
import { assertPhotoFile, assertReadable } from './photo-file.js';
import { getUploadProblem } from './upload-problem.js';

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

interface PhotoUpload {
  photo: File;
  signal: AbortSignal;
  /** Called with 0..1 of the bytes sent. */
  onProgress: (sent: number) => void;
}

/** Checks the file before it is sent, and again when the connection seems to be lost. */
async function sendPhoto({ photo, ...options }: PhotoUpload): Promise<Upload> {
  await assertPhotoFile(photo);
  try {
    return await api.upload(uploadPhoto, photo, options);
  } catch (error) {
    if (error instanceof ConnectionError) await assertReadable(photo);
    throw error;
  }
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
