import type { Tracking } from './parcels.js';

/** Where the tracking number goes in the address of a carrier's tracking page. */
export const NUMBER_PLACEHOLDER = '{number}';
/** A carrier with its tracking page. */
export interface Carrier {
  name: string;
  trackingUrl: string;
}

/** Fills the number into the address of a tracking page. */
export const fillInNumber = (template: string, number: string): string =>
  template.replaceAll(NUMBER_PLACEHOLDER, () => encodeURIComponent(number));

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
  return known ? fillInNumber(known.trackingUrl, number.replace(/\s/g, '')) : null;
}
