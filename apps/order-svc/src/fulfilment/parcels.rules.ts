/**
 * How an order's parcels change. The printer lists all of its parcels, repeated and in any order; an admin may have corrected
 * or added numbers. A parcel is never removed.
 */
import { listParcels, toParcels, type Parcel, type Parcels, type Tracking } from '@shop/contracts/order';

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

/** Marks the parcels that came back. `isNew`: at least one was not known to be back. */
export function markReturned(
  parcels: Parcels | null,
  returned: readonly ReturnedParcel[],
): { parcels: Parcels | null; isNew: boolean } {
  if (!parcels) return { parcels, isNew: false };
  let isNew = false;
  const marked = listParcels(parcels).map((parcel): Parcel => {
    const back = returned.find(({ shipmentId, number }) =>
      shipmentId !== null && parcel.shipmentId !== undefined
        ? shipmentId === parcel.shipmentId
        : number !== null && (isSameNumber(parcel.number, number) || isSameNumber(parcel.correctedFrom, number)),
    );
    if (!back) return parcel;
    isNew ||= parcel.returned === undefined;
    return { ...parcel, returned: { reason: back.reason ?? parcel.returned?.reason ?? null } };
  });
  return { parcels: toParcels(marked, parcels.isPartial), isNew };
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
