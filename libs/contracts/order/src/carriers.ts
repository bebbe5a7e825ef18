import { parseUrl } from '@shop/contracts-common';
import * as z from 'zod/mini';
import type { Tracking } from './parcels.js';

/** Where the tracking number goes in the address of a carrier's tracking page. */
export const NUMBER_PLACEHOLDER = '{number}';
export const CARRIERS_MAX = 30;

const TRACKING_PAGE_INVALID = `The tracking address must start with https:// and have ${NUMBER_PLACEHOLDER} after the site’s name`;

const fillIn = (template: string, number: string): string =>
  template.replaceAll(NUMBER_PLACEHOLDER, () => encodeURIComponent(number));

/** The number may change the path, query or fragment, but not the site. */
export function isTrackingPage(template: string): boolean {
  if (!template.includes(NUMBER_PLACEHOLDER)) return false;
  const [one, other] = ['1', '2'].map((number) => parseUrl(fillIn(template, number)));
  return (
    one?.protocol === 'https:' &&
    one.host !== '' &&
    one.host === other?.host &&
    one.username === '' &&
    one.password === '' &&
    !/[\s\0-\x1f]/.test(template)
  );
}

/** A carrier with its tracking page, as an admin enters it. */
export const carrierSchema = z.object({
  name: z.string('Carrier is required').check(
    z.trim(),
    z.minLength(1, 'Carrier is required'),
    z.maxLength(100, 'Please use at most 100 characters for the carrier'),
    z.refine((name) => toWords(name).length > 0, 'The carrier’s name must have a letter or a digit'),
  ),
  trackingUrl: z
    .string('Tracking address is required')
    .check(
      z.trim(),
      z.maxLength(500, 'Please use at most 500 characters for the tracking address'),
      z.refine(isTrackingPage, TRACKING_PAGE_INVALID),
    ),
});
export type Carrier = z.output<typeof carrierSchema>;

/** The carriers of a shop that has entered none. */
export const DEFAULT_CARRIERS: readonly Carrier[] = [
  { name: 'UPS', trackingUrl: 'https://www.ups.com/track?tracknum={number}' },
  { name: 'USPS', trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
  { name: 'FedEx', trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'DHL', trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}' },
];

/** "DHL_EXPRESS" is two words. Letters and digits are words of their own: "UPS2". */
function toWords(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** Two carriers with the same words are one. */
export const toCarrierKey = (name: string): string => toWords(name).join(' ');

/** The carrier whose name begins the parcel's: "FedEx Home Delivery". The longest name counts: "DHL Express" before "DHL". */
function findCarrier(name: string, carriers: readonly Carrier[]): Carrier | undefined {
  const key = `${toCarrierKey(name)} `;
  return [...carriers]
    .sort((one, other) => other.name.length - one.name.length)
    .find((carrier) => key.startsWith(`${toCarrierKey(carrier.name)} `));
}

/**
 * URL of the parcel's tracking page: the given one, or the carrier's page for the number; null for unknown carriers.
 */
export function getTrackingUrl(
  { carrier, number, url }: Tracking,
  carriers: readonly Carrier[] = DEFAULT_CARRIERS,
): string | null {
  if (url) return url;
  const known = findCarrier(carrier, carriers);
  // Carriers print the number in groups.
  return known ? fillIn(known.trackingUrl, number.replace(/\s/g, '')) : null;
}
