import { formatCents } from '@shop/contracts/common';
import { trackingSchema, type Parcels, type ShippingAddress, type Tracking } from '@shop/contracts/order';
import { z } from 'zod';
import { externalIdOf, PrintRefused, type PrinterOrder, type PrintLine, type PrintOrder } from '../print-provider.js';
import { entryFor, type PrintfulEntry } from './printful-catalogue.js';
import { needsRegion, regionCodeOf } from './printful-regions.js';

const shipmentSchema = z.object({
  carrier: z.string().nullish(),
  tracking_number: z.coerce.string().nullish(),
  tracking_url: z.string().nullish(),
});

/** What is read of an order of Printful's. */
export const printfulOrderSchema = z.object({
  id: z.number().int(),
  status: z.string(),
  error: z.string().nullish().catch(null),
  shipments: z.array(shipmentSchema).nullish(),
});
type PrintfulOrder = z.output<typeof printfulOrderSchema>;

const STATUS: Readonly<Record<string, PrinterOrder['status']>> = {
  draft: 'draft',
  pending: 'accepted',
  inreview: 'accepted',
  inprocess: 'printing',
  onhold: 'on-hold',
  failed: 'failed',
  canceled: 'cancelled',
  partial: 'shipped',
  fulfilled: 'shipped',
  archived: 'shipped',
};

/** A number that can't be shown is none: the parcel is on its way all the same. */
function parcelOf({
  carrier,
  tracking_number: number,
  tracking_url: url,
}: z.output<typeof shipmentSchema>): Tracking[] {
  const told = { carrier, number };
  const parcel = trackingSchema.safeParse({ ...told, url }).data ?? trackingSchema.safeParse(told).data;
  return parcel ? [parcel] : [];
}

/** What is printed in several places is sent from each. */
function parcelsIn({ status, shipments }: PrintfulOrder): Parcels | null {
  const [first, ...further] = (shipments ?? []).flatMap(parcelOf);
  return first
    ? { ...first, ...(further.length > 0 && { further }), ...(status === 'partial' && { isPartial: true }) }
    : null;
}

/** A status that this version does not know yet moves nothing. */
export const toPrinterOrder = (order: PrintfulOrder): PrinterOrder => ({
  externalId: String(order.id),
  status: STATUS[order.status] ?? 'accepted',
  tracking: parcelsIn(order),
  reason: order.error ?? null,
});

/** The form has free text; what people write for the countries of nearly all orders. */
const COUNTRIES: Readonly<Record<string, string>> = {
  'united states': 'US',
  'united states of america': 'US',
  usa: 'US',
  canada: 'CA',
  'united kingdom': 'GB',
  uk: 'GB',
  australia: 'AU',
  germany: 'DE',
  france: 'FR',
};

function countryCodeOf(country: string): string {
  const written = country.trim().replaceAll('.', '');
  const code = COUNTRIES[written.toLowerCase()] ?? written.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code))
    throw new PrintRefused('Printful needs the country of the address as two letters.', `“${country}”`);
  return code;
}

function stateOf(countryCode: string, state: string): { state_code: string } | { state_name: string } {
  if (!needsRegion(countryCode))
    return /^[a-z]{2,3}$/i.test(state) ? { state_code: state.toUpperCase() } : { state_name: state };
  const code = regionCodeOf(countryCode, state);
  if (code === null) throw new PrintRefused(`Printful knows no such state in ${countryCode}.`, `“${state}”`);
  return { state_code: code };
}

function recipientOf({ name, address, city, state, zip, country }: ShippingAddress, email: string | null) {
  const countryCode = countryCodeOf(country);
  return {
    name,
    address1: address,
    city,
    ...stateOf(countryCode, state),
    country_code: countryCode,
    zip,
    ...(email ? { email } : {}),
  };
}

/** The file is the whole print area, so that nobody stretches it or reads the placement otherwise. */
function itemOf(
  { orderItemId, title, selections, quantity, unitPriceCents, file, ...line }: PrintLine,
  catalogue: readonly PrintfulEntry[],
  urlOf: (sha256: string) => string,
) {
  const entry = entryFor(catalogue, { ...line, title, selections });
  if (!entry) {
    const choice = [title, selections.size, selections.color].filter(Boolean).join(', ');
    throw new PrintRefused(`Printful’s catalogue has no entry for ${choice}. Please add it to PRINTFUL_CATALOGUE.`);
  }
  const { widthPx: width, heightPx: height } = file;
  const position = {
    area_width: width,
    area_height: height,
    width,
    height,
    top: 0,
    left: 0,
    limit_to_print_area: false,
  };
  return {
    external_id: externalIdOf(orderItemId),
    variant_id: entry.variantId,
    quantity,
    retail_price: formatCents(unitPriceCents),
    name: title,
    files: [{ type: entry.placement, url: urlOf(file.sha256), position }],
  };
}

/** Body of `POST /orders`. Throws PrintRefused where it can't be one. */
export const toPrintfulOrder = (
  { orderId, recipient, email, lines }: PrintOrder,
  catalogue: readonly PrintfulEntry[],
  urlOf: (sha256: string) => string,
) => ({
  external_id: externalIdOf(orderId),
  shipping: 'STANDARD',
  recipient: recipientOf(recipient, email),
  items: lines.map((line) => itemOf(line, catalogue, urlOf)),
});
