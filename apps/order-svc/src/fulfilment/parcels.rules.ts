/**
 * How an order's parcels change. The printer lists all of its parcels, repeated and in any order; an admin may have corrected
 * or added numbers. A parcel is never removed.
 */
import { listParcels, toParcels, type Parcel, type Parcels, type Tracking } from '@shop/contracts-order';

/** Carriers print numbers in groups. */
const normalise = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
const isSameNumber = (one: string | undefined, other: string): boolean =>
  one !== undefined && normalise(one) === normalise(other);

/** A parcel that came back, as the printer names it. */
export interface ReturnedParcel {
  shipmentId: string | null;
  number: string | null;
  reason: string | null;
}

export interface ParcelChanges {
  parcels: Parcels | null;
  added: Parcel[];
  corrected: Parcel[];
}

const isPrintersParcel = (known: Parcel, { shipmentId, number }: Parcel): boolean =>
  known.shipmentId !== undefined && shipmentId !== undefined
    ? known.shipmentId === shipmentId
    : isSameNumber(known.number, number) || isSameNumber(known.correctedFrom, number);

/** The printer's present number wins, unless it is the one that an admin corrected. */
function updateParcel({ correctedFrom, returned, ...known }: Parcel, printed: Parcel): Parcel {
  const back = printed.returned ?? returned;
  const isOutdated = isSameNumber(correctedFrom, printed.number);
  return {
    ...known,
    ...(isOutdated ? { shipmentId: printed.shipmentId ?? known.shipmentId, correctedFrom } : printed),
    ...(back && { returned: back }),
  };
}

/** Adds what the printer reports. `printed` null: it reports no parcel with a number. */
export function mergeParcels(known: Parcels | null, printed: Parcels | null): ParcelChanges {
  if (!printed) return { parcels: known, added: [], corrected: [] };
  const parcels = known ? [...listParcels(known)] : [];
  const [added, corrected]: [Parcel[], Parcel[]] = [[], []];
  for (const parcel of listParcels(printed)) {
    const index = parcels.findIndex((each) => isPrintersParcel(each, parcel));
    const before = parcels[index];
    if (!before) {
      parcels.push(parcel);
      added.push(parcel);
      continue;
    }
    const after = updateParcel(before, parcel);
    parcels[index] = after;
    if (!isSameNumber(after.number, before.number)) corrected.push(after);
  }
  return { parcels: toParcels(parcels, printed.isPartial), added, corrected };
}

const isSameParcel = (parcel: Parcel, { shipmentId, number }: ReturnedParcel): boolean =>
  shipmentId !== null && parcel.shipmentId !== undefined
    ? shipmentId === parcel.shipmentId
    : number !== null && (isSameNumber(parcel.number, number) || isSameNumber(parcel.correctedFrom, number));

/** Marks the parcels that came back. `isNew`: at least one was not known to be back. `isOtherBack`: one that has no number here. */
export function markReturned(
  known: Parcels | null,
  returned: readonly ReturnedParcel[],
): { parcels: Parcels | null; isNew: boolean; isOtherBack: boolean } {
  let isNew = false;
  const parcels = known ? listParcels(known) : [];
  const marked = parcels.map((parcel): Parcel => {
    const back = returned.find((each) => isSameParcel(parcel, each));
    if (!back) return parcel;
    isNew ||= parcel.returned === undefined;
    return { ...parcel, returned: { reason: back.reason ?? parcel.returned?.reason ?? null } };
  });
  const isOtherBack = returned.some((back) => !parcels.some((parcel) => isSameParcel(parcel, back)));
  return { parcels: toParcels(marked, known?.isPartial), isNew, isOtherBack };
}

/** What an order or a reprint knows of its parcels. */
export interface KnownParcels {
  tracking: Parcels | null;
  /** Since when a parcel is back that was not sent again. */
  returnedAt: Date | null;
  /** The last parcel that came back, also if it was sent again since. */
  parcelReturn: { reason: string | null } | null;
}

export interface ReportedParcels extends ParcelChanges {
  /** A parcel on its way replaces what came back. */
  isSentAgain: boolean;
  /** A parcel came back that no other replaces, and it was not known. Null: none. */
  newReturn: { reason: string | null } | null;
}

/**
 * Applies the printer's list of the parcels that it sent and of those that came back. Of parcels without a number only the first return is
 * reported, because they can't be told apart.
 */
export function applyReport(
  { tracking: known, returnedAt, parcelReturn }: KnownParcels,
  { tracking, returned }: { tracking: Parcels | null; returned: readonly ReturnedParcel[] },
): ReportedParcels {
  const merged = mergeParcels(known, tracking);
  const { parcels, isNew, isOtherBack } = markReturned(merged.parcels, returned);
  const all = parcels ? listParcels(parcels) : [];
  const isOnItsWay = (number: string): boolean => all.some((each) => each.number === number && !each.returned);
  const added = merged.added.filter(({ number }) => isOnItsWay(number));
  const backCount = all.filter((each) => each.returned).length + (isOtherBack ? 1 : 0);
  const isReplaced = backCount <= all.filter((each) => each.isReshipment && !each.returned).length;
  const isReturnNew = !isReplaced && (isNew || (isOtherBack && parcelReturn === null));
  const isReshipped = added.some(({ isReshipment }) => isReshipment);
  return {
    ...merged,
    parcels,
    isSentAgain: !isReturnNew && (isReshipped ? isReplaced : returnedAt !== null && added.length > 0),
    newReturn: isReturnNew ? { reason: returned.find(({ reason }) => reason !== null)?.reason ?? null } : null,
  };
}

/** `conflict`: no parcel has the number that is replaced, or another one has the new number. */
type TrackingCorrection = ParcelChanges | 'unchanged' | 'conflict';

const hasSameTracking = (one: Tracking, other: Tracking): boolean =>
  one.carrier === other.carrier && one.number === other.number && one.url === other.url;

/** An admin's correction of the parcel with the number `replaces`; null adds a parcel. A repeated request changes nothing. */
export function correctTracking(known: Parcels | null, parcel: Tracking, replaces: string | null): TrackingCorrection {
  const parcels = known ? [...listParcels(known)] : [];
  const isPartial = known?.isPartial;
  if (parcels.some((each) => hasSameTracking(each, parcel))) return 'unchanged';
  const index = parcels.findIndex(({ number }) => number === (replaces ?? parcel.number));
  const before = parcels[index];
  if (parcels.some((each) => each !== before && each.number === parcel.number)) return 'conflict';
  if (!before) {
    if (replaces !== null) return 'conflict';
    return { parcels: toParcels([...parcels, parcel], isPartial), added: [parcel], corrected: [] };
  }
  const isPrinters = before.shipmentId !== undefined && before.correctedFrom === undefined;
  const after = {
    ...before,
    ...parcel,
    ...(isPrinters && before.number !== parcel.number && { correctedFrom: before.number }),
  };
  parcels[index] = after;
  return { parcels: toParcels(parcels, isPartial), added: [], corrected: [after] };
}
