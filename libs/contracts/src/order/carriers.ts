import type { Tracking } from './admin-order.js';

/** The carriers' own pages, by the first word of a carrier's name, as it is written on parcels and told by printers: "FedEx Home Delivery". */
const TRACKING_PAGES: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
};

/** Where the carrier tells of a parcel: the address that was given, else its own page for the number; null of a carrier that is not known. */
export function parcelAddress({ carrier, number, url }: Tracking): string | null {
  if (url) return url;
  const [name = ''] = carrier
    .trim()
    .toLowerCase()
    .split(/[^a-z]/);
  const page = Object.hasOwn(TRACKING_PAGES, name) ? TRACKING_PAGES[name] : undefined;
  // Numbers are printed in groups.
  return page ? `${page}${encodeURIComponent(number.replace(/\s/g, ''))}` : null;
}
