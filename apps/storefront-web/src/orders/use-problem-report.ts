import {
  type DisplayedOrderItem,
  type ItemQuantities,
  itemQuantitiesSchema,
  PROBLEM_KINDS,
  PROBLEM_PHOTOS_MAX,
  type ReportProblemRequest,
  reportProblemRequestSchema,
} from '@shop/contracts-order';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import {
  attachedPhotoSchema,
  type FormPhoto,
  getPhotosError,
  useAttachedPhotos,
} from '../photo-upload/use-attached-photos.js';

const reportSchema = z.object({
  kind: z.nullable(z.enum(PROBLEM_KINDS)),
  text: z.string(),
  /** By the item's id; an item that is fine is absent. */
  quantities: z.record(z.string(), z.int()),
});
export type Report = z.infer<typeof reportSchema>;

const draftSchema = z.extend(reportSchema, { photos: z.array(attachedPhotoSchema) });

/** The only item of an order is the one with the problem. */
const createReport = (items: readonly DisplayedOrderItem[]): Report => ({
  kind: null,
  text: '',
  quantities: Object.fromEntries((items.length === 1 ? items : []).map(({ id, quantity }) => [id, quantity])),
});

const toItemQuantities = ({ quantities }: Report, items: readonly DisplayedOrderItem[]): ItemQuantities =>
  items.flatMap(({ id }) => {
    const quantity = quantities[id];
    return quantity === undefined ? [] : [{ orderItemId: id, quantity }];
  });

export interface ReportErrors {
  items?: string | undefined;
  kind?: string | undefined;
  text?: string | undefined;
  photos?: string | undefined;
}

const getMessage = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

const listErrors = (
  report: Report,
  items: readonly DisplayedOrderItem[],
  photos: readonly FormPhoto[],
): ReportErrors => ({
  items: getMessage(itemQuantitiesSchema, toItemQuantities(report, items)),
  kind: report.kind === null ? 'Please choose what is wrong' : undefined,
  text: getMessage(reportProblemRequestSchema.shape.text, report.text),
  photos: getPhotosError(photos),
});

const isSame = (one: Report, other: Report): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The report that is being written. It survives a reload, with the photos that are sent. */
export function useProblemReport(orderId: string, items: readonly DisplayedOrderItem[]) {
  const draftName = `order-problem:${orderId}`;
  const [draft] = useState(() => readDraft(draftName, draftSchema));
  const [empty] = useState(() => createReport(items));
  const [report, setReport] = useState<Report>(draft ?? empty);
  const { photos, add, remove } = useAttachedPhotos(draft?.photos ?? [], PROBLEM_PHOTOS_MAX);
  const attached = photos.flatMap((photo) => (photo.state === 'attached' ? [{ id: photo.id, url: photo.url }] : []));
  const isDirty = photos.length > 0 || !isSame(report, empty);
  const serialized = JSON.stringify({ ...report, photos: attached });

  useEffect(() => {
    if (isDirty) saveDraft(draftName, JSON.parse(serialized));
    else removeDraft(draftName);
  }, [draftName, isDirty, serialized]);

  const errors = listErrors(report, items, photos);
  const request: ReportProblemRequest | null =
    report.kind === null || Object.values(errors).some(Boolean)
      ? null
      : {
          kind: report.kind,
          text: report.text.trim(),
          items: toItemQuantities(report, items),
          photos: attached.map(({ id }) => id),
        };
  return {
    report,
    change: (changed: Partial<Report>) => setReport({ ...report, ...changed }),
    photos,
    addPhotos: add,
    removePhoto: remove,
    isDirty,
    errors,
    request,
    discardDraft: () => removeDraft(draftName),
  };
}
