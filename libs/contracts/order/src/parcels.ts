import * as z from 'zod/mini';
import { parseUrl } from '@shop/contracts-common';

const TRACKING_URL_INVALID = 'The tracking address must start with https://';
const isHttps = (address: string): boolean => parseUrl(address)?.protocol === 'https:';

/** Carrier, tracking number and tracking URL of a parcel. */
export const trackingSchema = z.object({
  carrier: z
    .string('Carrier is required')
    .check(
      z.trim(),
      z.minLength(1, 'Carrier is required'),
      z.maxLength(100, 'Please use at most 100 characters for the carrier'),
    ),
  number: z
    .string('Tracking number is required')
    .check(
      z.trim(),
      z.minLength(1, 'Tracking number is required'),
      z.maxLength(100, 'Please use at most 100 characters for the tracking number'),
    ),
  url: z._default(
    z.nullable(
      z.pipe(
        z.string(TRACKING_URL_INVALID).check(
          z.trim(),
          z.maxLength(500, 'Please use at most 500 characters for the tracking address'),
          z.refine((address) => address === '' || isHttps(address), TRACKING_URL_INVALID),
        ),
        z.transform((address) => address || null),
      ),
    ),
    null,
  ),
});
export type Tracking = z.output<typeof trackingSchema>;

/** A parcel of an order. */
export const parcelSchema = z.extend(trackingSchema, {
  /** The printer's id of the parcel. Absent: an admin entered it. */
  shipmentId: z.optional(z.string()),
  /** The printer's number, which an admin corrected. */
  correctedFrom: z.optional(z.string()),
  /** It was sent because an earlier one came back. */
  isReshipment: z.optional(z.boolean()),
  /** It came back; the reason is the carrier's or the printer's. Absent: it did not. */
  returned: z.optional(z.object({ reason: z.nullable(z.string()) })),
});
export type Parcel = z.output<typeof parcelSchema>;

/** All parcels of an order: the first one, and `further` ones. */
export const parcelsSchema = z.extend(parcelSchema, {
  /** Absent: there is one parcel. */
  further: z.optional(z.array(parcelSchema)),
  /** A part of the order has not been sent yet. */
  isPartial: z.optional(z.boolean()),
});
export type Parcels = z.output<typeof parcelsSchema>;

export function listParcels({ further = [], isPartial: _, ...first }: Parcels): readonly Parcel[] {
  return [first, ...further];
}

/** Null without a parcel. */
export function toParcels([first, ...further]: readonly Parcel[], isPartial = false): Parcels | null {
  return first ? { ...first, ...(further.length > 0 && { further }), ...(isPartial && { isPartial }) } : null;
}

/** A parcel that came back and was not sent again. `isAddressCorrected`: there is another address since. */
export const parcelReturnSchema = z.object({
  at: z.iso.datetime(),
  reason: z.nullable(z.string()),
  isAddressCorrected: z.optional(z.boolean()),
});
export type ParcelReturn = z.output<typeof parcelReturnSchema>;

/** "came back: the address does not exist" */
export const describeReturn = ({ reason }: { reason: string | null }): string =>
  reason === null ? 'came back' : `came back: ${reason}`;
