import { formatCents } from '@shop/contracts-common';
import { isPresent, toParcels, trackingSchema, type Parcel, type ShippingAddress } from '@shop/contracts-order';
import { z } from 'zod';
import { toLabelLines } from '../../addresses/shippable-address.rules.js';
import { needsRegion } from '../../addresses/delivery-countries.rules.js';
import {
  parseExternalId,
  toExternalId,
  PrintRejectedError,
  type PrinterOrder,
  type PrinterWebhook,
  type PrintLine,
  type PrintOrder,
} from '../print-provider.js';
import type { ReturnedParcel } from '../parcels.rules.js';
import type { PrintfulArticle } from '../../print-catalogue/printful-catalogue.js';

/** The status and the delivery are fields of version 2 of the API; version 1 does not report them. */
const shipmentSchema = z.object({
  id: z.coerce.string().nullish().catch(null),
  carrier: z.string().nullish(),
  tracking_number: z.coerce.string().nullish(),
  tracking_url: z.string().nullish(),
  reshipment: z.boolean().nullish().catch(null),
  status: z.string().nullish().catch(null),
  delivery_status: z.string().nullish().catch(null),
});
type PrintfulShipment = z.output<typeof shipmentSchema>;

/** An item that is `discontinued` or `out_of_stock` can't be printed. */
const itemSchema = z.object({
  external_id: z.string().nullish(),
  discontinued: z.boolean().nullish(),
  out_of_stock: z.boolean().nullish(),
});

/** `total` is a decimal string. It is missing while Printful calculates. */
const costsSchema = z.object({
  currency: z.string().length(3),
  total: z
    .union([z.string().min(1), z.number()])
    .transform(Number)
    .pipe(z.number().nonnegative()),
});

/** The used fields of an order at Printful. */
export const printfulOrderSchema = z.object({
  id: z.number().int(),
  status: z.string(),
  error: z.string().nullish().catch(null),
  shipments: z.array(shipmentSchema).nullish(),
  items: z.array(itemSchema).nullish().catch(null),
  costs: costsSchema.nullish().catch(null),
});
export type PrintfulOrder = z.output<typeof printfulOrderSchema>;

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

/** A tracking number that is not valid is dropped; the parcel counts as sent anyway. */
function toParcel({
  id,
  carrier,
  tracking_number: number,
  tracking_url: url,
  reshipment: isReshipment,
}: PrintfulShipment): Parcel[] {
  const parcelNumbers = { carrier, number };
  const parcel =
    trackingSchema.safeParse({ ...parcelNumbers, url }).data ?? trackingSchema.safeParse(parcelNumbers).data;
  return parcel ? [{ ...parcel, ...(id && { shipmentId: id }), ...(isReshipment && { isReshipment }) }] : [];
}

const isReturned = ({ status, delivery_status: delivery }: PrintfulShipment): boolean =>
  status === 'returned' || delivery === 'returned';

const toReturned = ({ id, tracking_number: number }: PrintfulShipment, reason: string | null): ReturnedParcel => ({
  shipmentId: id ?? null,
  number: number ?? null,
  reason,
});

const REASON_MAX = 500;

/** A webhook. Printful sends the shipment that came back, and why, in `package_returned` only. */
const webhookSchema = z.object({
  type: z.string().nullish().catch(null),
  data: z.object({
    order: z.object({ external_id: z.string() }),
    shipment: shipmentSchema.nullish().catch(null),
    reason: z.string().nullish().catch(null),
  }),
});

/** Null if it is about no order of the shop. */
export function parseWebhook(body: unknown): PrinterWebhook | null {
  const { type, data } = webhookSchema.safeParse(body).data ?? {};
  const orderId = data && parseExternalId(data.order.external_id);
  if (!orderId) return null;
  const reason = data.reason?.replace(/\s+/g, ' ').trim().slice(0, REASON_MAX) || null;
  return { orderId, returned: type === 'package_returned' ? toReturned(data.shipment ?? {}, reason) : null };
}

/** A parcel that came back is replaced by a reshipment. */
function isDelivered({ status, shipments }: PrintfulOrder): boolean {
  const sent = shipments?.filter((shipment) => !isReturned(shipment)) ?? [];
  return (
    status === 'fulfilled' &&
    sent.length > 0 &&
    sent.every((shipment) => shipment.delivery_status === 'delivered') &&
    (sent.length === shipments?.length || sent.some(({ reshipment }) => reshipment))
  );
}

/** An unknown status changes nothing. */
const toStatus = (order: PrintfulOrder): PrinterOrder['status'] =>
  isDelivered(order) ? 'delivered' : (STATUS[order.status] ?? 'accepted');

export const toPrinterOrder = (order: PrintfulOrder): PrinterOrder => ({
  externalId: String(order.id),
  status: toStatus(order),
  // Each of Printful's facilities sends its own parcel.
  tracking: toParcels((order.shipments ?? []).flatMap(toParcel), order.status === 'partial'),
  returned: (order.shipments ?? []).filter(isReturned).map((shipment) => toReturned(shipment, null)),
  costs: order.costs
    ? { cents: Math.round(order.costs.total * 100), currency: order.costs.currency.toLowerCase() }
    : null,
  reason: order.error ?? null,
});

function toState(country: string, state: string): { state_code?: string; state_name?: string } {
  if (!isPresent(state)) return {};
  const isCode = needsRegion(country) || /^[a-z]{2,3}$/i.test(state);
  return isCode ? { state_code: state.toUpperCase() } : { state_name: state };
}

/** Addresses are stored in a form that fits, see `shippable-address.rules.ts`. */
function toRecipient(shippingAddress: ShippingAddress, email: string | null) {
  const { name, city, state, zip, country, phone } = shippingAddress;
  const lines = toLabelLines(shippingAddress);
  if (!lines) throw new PrintRejectedError('The address is too long for Printful’s two lines of 35 characters.');
  return {
    name,
    address1: lines.address1,
    ...(lines.address2 ? { address2: lines.address2 } : {}),
    city,
    ...toState(country, state),
    country_code: country,
    ...(isPresent(zip) && { zip }),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  };
}

export interface PrintingLinks {
  /** Undefined: Printful does not print it. */
  findArticle: (line: Pick<PrintLine, 'productId' | 'selections' | 'variantIds'>) => PrintfulArticle | undefined;
  toFileUrl: (sha256: string) => string;
}

/** The file covers the whole print area, so that Printful does not scale or place it. */
function toItem(
  { orderItemId, title, selections, quantity, unitPriceCents, file, ...line }: PrintLine,
  printing: PrintingLinks,
) {
  const article = printing.findArticle({ ...line, selections });
  if (!article) {
    const choice = [title, selections.size, selections.color].filter(Boolean).join(', ');
    throw new PrintRejectedError(
      `Printful’s catalogue has no entry for ${choice}. Please add it to PRINTFUL_CATALOGUE.`,
    );
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
    external_id: toExternalId(orderItemId),
    variant_id: article.variantId,
    quantity,
    retail_price: formatCents(unitPriceCents),
    name: title,
    files: [{ type: article.placement, url: printing.toFileUrl(file.sha256), position }],
  };
}

/** Body of `POST /orders`. Throws PrintRejectedError if the order cannot be mapped. */
export const toPrintfulOrder = (
  { orderId, recipient, email, giftMessage, lines }: PrintOrder,
  printing: PrintingLinks,
) => ({
  external_id: toExternalId(orderId),
  shipping: 'STANDARD',
  recipient: toRecipient(recipient, email),
  ...(giftMessage && { gift: { subject: 'A message for you', message: giftMessage } }),
  items: lines.map((line) => toItem(line, printing)),
});
