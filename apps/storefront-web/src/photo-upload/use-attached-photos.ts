import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { getUploadProblem, sendPhoto } from './send-photo.js';

export const attachedPhotoSchema = z.object({ id: z.uuid(), url: z.string() });
export type AttachedPhoto = z.infer<typeof attachedPhotoSchema>;

/** A photo that is being sent, was not sent, or is attached to the form. */
export type FormPhoto = { readonly key: string; readonly name: string } & (
  | { readonly state: 'uploading'; readonly percent: number; readonly previewUrl: string }
  | { readonly state: 'failed'; readonly message: string; readonly retry: (() => void) | null }
  | ({ readonly state: 'attached' } & AttachedPhoto)
);

/** Why the form can't be sent yet. */
export function getPhotosError(photos: readonly FormPhoto[]): string | undefined {
  if (photos.some(({ state }) => state === 'failed'))
    return 'Please try again, or remove the photos that were not sent.';
  return photos.some(({ state }) => state === 'uploading') ? 'Please wait until your photos are sent.' : undefined;
}

/** A server without ids can't attach photos. */
const NO_ID = 'This photo could not be attached. Please go on without it.';

const toAttached = (photo: AttachedPhoto): FormPhoto => ({
  key: photo.id,
  name: 'Photo',
  state: 'attached',
  ...photo,
});

const GONE =
  'This photo is not stored any more: we delete photos that were not sent, without an account after a day. Please choose it again, or another one.';

/** A server that can't be reached says nothing about the photo. */
async function isGone({ url }: AttachedPhoto): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: 'HEAD' });
    return status === 404;
  } catch {
    return false;
  }
}

/** It makes room for another. */
const isUnusable = (photo: FormPhoto): boolean => photo.state === 'failed' && photo.retry === null;

export const countUsable = (photos: readonly FormPhoto[]): number =>
  photos.filter((photo) => !isUnusable(photo)).length;

/** Calls back for photos of a stored draft that the server has deleted, also while the page was not looked at. */
function useGonePhotos(photos: readonly FormPhoto[], onGone: (photo: FormPhoto) => void): void {
  const check = useEffectEvent(async () => {
    for (const photo of photos) if (photo.state === 'attached' && (await isGone(photo))) onGone(photo);
  });
  useEffect(() => {
    const checkIfVisible = (): void => void (document.visibilityState === 'visible' && check());
    checkIfVisible();
    document.addEventListener('visibilitychange', checkIfVisible);
    return () => document.removeEventListener('visibilitychange', checkIfVisible);
  }, []);
}

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

/** The photos of a form, at most `max`. Each is sent at once; `initial` are those of a stored draft. */
export function useAttachedPhotos(initial: readonly AttachedPhoto[], max: number) {
  const [photos, setPhotos] = useState<readonly FormPhoto[]>(() => initial.map(toAttached));
  const uploads = useUploads();

  const replace = (changed: FormPhoto): void =>
    setPhotos((known) => known.map((photo) => (photo.key === changed.key ? changed : photo)));

  useGonePhotos(photos, ({ key, name }) => replace({ key, name, state: 'failed', message: GONE, retry: null }));

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

  /** Takes as many as there is room for, in place of photos that can't be used, and returns whether all were taken. */
  const add = (files: readonly File[]): boolean => {
    const room = max - countUsable(photos);
    const taken = files.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }));
    setPhotos((known) => [
      ...known.filter((photo) => !isUnusable(photo)),
      ...taken.map(({ key, file }): FormPhoto => ({
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
