import { uploadProductPicture } from '@shop/contracts/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { useEffect, useRef, useState } from 'react';

/** Uploads one picture at a time. `progress` is 0..1 during an upload, otherwise null. */
export function usePictureUpload(onDone: (url: string) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [errorMessage, setErrorMessage] = useState<string>();
  const currentUpload = useRef<AbortController | null>(null);
  const cancel = (): void => currentUpload.current?.abort();
  useEffect(() => cancel, []);

  const upload = async (file: File): Promise<void> => {
    cancel();
    const controller = (currentUpload.current = new AbortController());
    const isCurrent = (): boolean => currentUpload.current === controller && !controller.signal.aborted;
    setProgress(0);
    setErrorMessage(undefined);
    try {
      const { url } = await api.upload(uploadProductPicture, file, {
        onProgress: (sent) => isCurrent() && setProgress(sent),
        signal: controller.signal,
      });
      if (isCurrent()) onDone(url);
    } catch (error) {
      if (isCurrent()) setErrorMessage(getErrorMessage(error));
    } finally {
      if (currentUpload.current === controller) setProgress(null);
    }
  };
  return { upload: (file: File) => void upload(file), cancel, progress, errorMessage };
}
