import { type DisplayedInvitation, reviewTextSchema, type WriteReviewRequest } from '@shop/contracts-catalog';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import {
  attachedPhotoSchema,
  type FormPhoto,
  getPhotosError,
  useAttachedPhotos,
} from '../photo-upload/use-attached-photos.js';

export type InvitedProduct = DisplayedInvitation['products'][number];

const wordsSchema = z.object({ rating: z.nullable(z.int()), text: z.string(), name: z.string() });
type Words = z.infer<typeof wordsSchema>;

const draftSchema = z.extend(wordsSchema, { photos: z.array(attachedPhotoSchema), removesPhoto: z.boolean() });

export interface ReviewErrors {
  rating?: string | undefined;
  text?: string | undefined;
  name?: string | undefined;
  photo?: string | undefined;
}

function listErrors(words: Words, photos: readonly FormPhoto[]): ReviewErrors {
  const { error } = reviewTextSchema.safeParse({ ...words, rating: words.rating ?? undefined });
  const find = (field: string): string | undefined => error?.issues.find(({ path }) => path[0] === field)?.message;
  return { rating: find('rating'), text: find('text'), name: find('name'), photo: getPhotosError(photos) };
}

/** The photo from before stays where the field is absent. */
function choosePhoto(photos: readonly FormPhoto[], removesPhoto: boolean): { photoId?: string | null } {
  const [photo] = photos;
  if (photo?.state === 'attached') return { photoId: photo.id };
  return removesPhoto ? { photoId: null } : {};
}

/** The review of one product that is being written. It survives a reload, with its photo. */
export function useReviewDraft(key: string, { productId, review }: InvitedProduct, firstName: string | null) {
  const draftName = `review:${key}:${productId}`;
  const [draft] = useState(() => readDraft(draftName, draftSchema));
  const [stored] = useState<Words>(() => ({
    rating: review?.rating ?? null,
    text: review?.text ?? '',
    name: review?.name ?? firstName ?? '',
  }));
  const [words, setWords] = useState<Words>(draft ?? stored);
  const [removesPhoto, setRemovesPhoto] = useState(draft?.removesPhoto ?? false);
  const { photos, add, remove } = useAttachedPhotos(draft?.photos ?? [], 1);
  const attached = photos.flatMap((photo) => (photo.state === 'attached' ? [{ id: photo.id, url: photo.url }] : []));
  const { rating, text, name } = words;
  const serialized = JSON.stringify({ rating, text, name, photos: attached, removesPhoto });
  const isDirty = serialized !== JSON.stringify({ ...stored, photos: [], removesPhoto: false });

  useEffect(() => {
    if (isDirty) saveDraft(draftName, JSON.parse(serialized));
    else removeDraft(draftName);
  }, [draftName, isDirty, serialized]);

  const errors = listErrors(words, photos);
  const request: WriteReviewRequest | null =
    rating === null || Object.values(errors).some(Boolean)
      ? null
      : { key, productId, rating, text: text.trim(), name: name.trim(), ...choosePhoto(photos, removesPhoto) };
  return {
    words,
    change: (changed: Partial<Words>) => setWords({ ...words, ...changed }),
    photos,
    addPhoto: add,
    removePhoto: remove,
    removesPhoto,
    setRemovesPhoto,
    errors,
    request,
    discardDraft: () => removeDraft(draftName),
  };
}
