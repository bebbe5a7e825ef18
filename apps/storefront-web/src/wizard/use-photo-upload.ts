import type { UploadedImage } from '@shop/contracts/art';
import { ApiError, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { uploadPhoto, type PhotoUpload } from './api/upload-photo.js';
import { checkPhoto } from './photo-check/check-photo.js';

/** Too large, not a picture: what the server says of the file itself helps to choose another. */
const ABOUT_THE_FILE = [413, 415, 422];

/** A photo on its way. */
export interface ActiveUpload {
  /** Of the person's own file. */
  readonly address: string;
  readonly percent: number;
  readonly callOff: () => void;
}

interface Listener {
  onAdvice: (advice: string[]) => void;
  onUploaded: (photo: UploadedImage) => void;
}

const isAborted = (error: Error): boolean => error.name === 'AbortError';

/** Uploads one photo while the coach looks at it; `refusal` is the server's own sentence about the file, if it had one. */
export function usePhotoUpload({ onAdvice, onUploaded }: Listener) {
  const [sending, setActiveUpload] = useState<ActiveUpload | null>(null);
  /** The photo that advice is wanted for: one that was called off or refused is no longer talked about. */
  const advised = useRef<File>(null);

  const send = useMutation({
    mutationFn: (photoUpload: PhotoUpload) => uploadPhoto(photoUpload),
    onSuccess: (photo) => {
      toast({ title: 'Photo uploaded!', description: 'Now choose an art style' });
      onUploaded(photo);
    },
    onError: (error) => {
      advised.current = null;
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
    const address = URL.createObjectURL(photo);
    const abortController = new AbortController();
    advised.current = photo;
    setActiveUpload({ address, percent: 0, callOff: () => abortController.abort() });
    const onProgress = (sent: number): void =>
      setActiveUpload((last) => last && { ...last, percent: Math.round(sent * 100) });
    const sent = send.mutateAsync({ photo, signal: abortController.signal, onProgress });
    const looked = checkPhoto(photo, address).then((advice) => {
      if (advised.current === photo) onAdvice(advice);
    });
    void Promise.allSettled([sent, looked]).then(() => URL.revokeObjectURL(address));
  };

  const { error } = send;
  return {
    upload,
    sending,
    refusal: error instanceof ApiError && ABOUT_THE_FILE.includes(error.status) ? error.sentence : null,
  };
}
