import { getErrorMessage } from '@shop/web-kit';
import { useEffect, useRef, useState } from 'react';

type Send<Answer> = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<Answer>;

/** Uploads one picture at a time. `progress` is 0..1 during an upload, otherwise null. */
export function usePictureUpload<Answer>(send: Send<Answer>, onDone: (answer: Answer) => void) {
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
      const answer = await send(file, {
        onProgress: (sent) => isCurrent() && setProgress(sent),
        signal: controller.signal,
      });
      if (isCurrent()) onDone(answer);
    } catch (error) {
      if (isCurrent()) setErrorMessage(getErrorMessage(error));
    } finally {
      if (currentUpload.current === controller) setProgress(null);
    }
  };
  return { upload: (file: File) => void upload(file), cancel, progress, errorMessage };
}
