import { PROBLEM_PHOTOS_MAX } from '@shop/contracts-order';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { getUploadProblem, sendPhoto } from '../photo-upload/send-photo.js';

export const attachedPhotoSchema = z.object({ id: z.uuid(), url: z.string() });
export type AttachedPhoto = z.infer<typeof attachedPhotoSchema>;

/** A photo that is being sent, was not sent, or is attached to the report. */
export type ProblemPhoto = { readonly key: string; readonly name: string } & (
  | { readonly state: 'uploading'; readonly percent: number; readonly previewUrl: string }
  | { readonly state: 'failed'; readonly message: string; readonly retry: (() => void) | null }
  | ({ readonly state: 'attached' } & AttachedPhoto)
);

/** A server without ids can't attach photos. */
const NO_ID = 'This photo could not be attached. Please send your report without it.';

const toAttached = (photo: AttachedPhoto): ProblemPhoto => ({
  key: photo.id,
  name: 'Photo',
  state: 'attached',
  ...photo,
});

/** Uploads of one form, which end with it. */
function useUploads() {
  const running = useRef(new Map<string, { abort: AbortController; previewUrl: string }>());
  const end = (key: string): void => {
    const upload = running.current.get(key);
    if (!upload) return;
    running.current.delete(key);
    upload.abort.abort();
    URL.revokeObjectURL(upload.previewUrl);
  };
  const begin = (key: string, file: File) => {
    const upload = { abort: new AbortController(), previewUrl: URL.createObjectURL(file) };
    running.current.set(key, upload);
    return upload;
  };

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const { abort, previewUrl } of uploads.values()) {
        abort.abort();
        URL.revokeObjectURL(previewUrl);
      }
    };
  }, []);

  return { begin, end };
}

/** The photos of a report. Each is sent at once; `initial` are those of a stored draft. */
export function useProblemPhotos(initial: readonly AttachedPhoto[]) {
  const [photos, setPhotos] = useState<readonly ProblemPhoto[]>(() => initial.map(toAttached));
  const uploads = useUploads();

  const replace = (changed: ProblemPhoto): void =>
    setPhotos((known) => known.map((photo) => (photo.key === changed.key ? changed : photo)));

  const send = async (key: string, file: File): Promise<void> => {
    const { abort, previewUrl } = uploads.begin(key, file);
    const { name } = file;
    const showProgress = (share: number): void =>
      replace({ key, name, state: 'uploading', previewUrl, percent: Math.round(share * 100) });
    showProgress(0);
    try {
      const { id, url } = await sendPhoto({ photo: file, signal: abort.signal, onProgress: showProgress });
      replace(
        id === null
          ? { key, name, state: 'failed', message: NO_ID, retry: null }
          : { key, name, state: 'attached', id, url },
      );
    } catch (error) {
      const problem = getUploadProblem(error instanceof Error ? error : new Error(String(error)));
      if (!problem) return;
      const retry = problem.canRetry ? () => void send(key, file) : null;
      replace({ key, name, state: 'failed', message: problem.message, retry });
    } finally {
      uploads.end(key);
    }
  };

  /** Takes as many as there is room for, and returns whether all were taken. */
  const add = (files: readonly File[]): boolean => {
    const room = PROBLEM_PHOTOS_MAX - photos.length;
    const taken = files.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }));
    setPhotos((known) => [
      ...known,
      ...taken.map(({ key, file }): ProblemPhoto => ({
        key,
        name: file.name,
        state: 'uploading',
        percent: 0,
        previewUrl: '',
      })),
    ]);
    for (const { key, file } of taken) void send(key, file);
    return files.length <= room;
  };

  const remove = (key: string): void => {
    uploads.end(key);
    setPhotos((known) => known.filter((photo) => photo.key !== key));
  };

  return { photos, add, remove };
}
