import type { Tracking } from './parcels.js';

/** The carriers' tracking pages, by the first word of the carrier's name: "FedEx Home Delivery". */
const TRACKING_PAGES: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
};

/**
 * URL of the parcel's tracking page: the given one, or the carrier's page for the number; null for unknown carriers.
 */
export function getTrackingUrl({ carrier, number, url }: Tracking): string | null {
  if (url) return url;
  const [name = ''] = carrier
    .trim()
    .toLowerCase()
    .split(/[^a-z]/);
  const page = Object.hasOwn(TRACKING_PAGES, name) ? TRACKING_PAGES[name] : undefined;
  // Carriers print the number in groups.
  return page ? `${page}${encodeURIComponent(number.replace(/\s/g, ''))}` : null;
}
