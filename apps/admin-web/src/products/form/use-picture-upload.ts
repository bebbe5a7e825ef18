import { sentenceOf } from '@shop/web-kit';
import { useEffect, useRef, useState } from 'react';
import { uploadPicture } from '../api/upload-picture.js';

/** Sends one picture at a time. `progress`: 0..1 while one is on its way, else null. */
export function usePictureUpload(onDone: (url: string) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController | null>(null);
  const cancel = (): void => sending.current?.abort();
  useEffect(() => cancel, []);

  const upload = async (file: File): Promise<void> => {
    cancel();
    const own = (sending.current = new AbortController());
    const isCurrent = (): boolean => sending.current === own && !own.signal.aborted;
    setProgress(0);
    setFailure(undefined);
    try {
      const { url } = await uploadPicture(file, {
        onProgress: (sent) => isCurrent() && setProgress(sent),
        signal: own.signal,
      });
      if (isCurrent()) onDone(url);
    } catch (error) {
      if (isCurrent()) setFailure(sentenceOf(error));
    } finally {
      if (sending.current === own) setProgress(null);
    }
  };
  return { upload: (file: File) => void upload(file), cancel, progress, failure };
}
