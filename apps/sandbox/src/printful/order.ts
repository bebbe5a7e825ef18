import { z } from 'zod';

/** What someone at the printer can make of an order. A null status follows time. */
export const PRINTER_STATUSES = [
  'inreview',
  'pending',
  'failed',
  'canceled',
  'inprocess',
  'onhold',
  'partial',
  'fulfilled',
  'archived',
] as const;
export type PrinterStatus = (typeof PRINTER_STATUSES)[number];
export type OrderStatus = PrinterStatus | 'draft';

/** These countries have states, which Printful demands. */
const COUNTRIES_WITH_STATES = ['US', 'CA', 'AU'];

const recipientSchema = z
  .looseObject({
    name: z.string().min(1),
    address1: z.string().min(1),
    city: z.string().min(1),
    state_code: z.string().optional(),
    country_code: z.string().length(2),
    zip: z.string().optional(),
  })
  .refine(({ country_code: country, state_code: state }) => state || !COUNTRIES_WITH_STATES.includes(country), {
    path: ['state_code'],
    error: 'is missing',
  });

const itemSchema = z.object({
  external_id: z.string().optional(),
  variant_id: z.number().int(),
  quantity: z.number().int().min(1),
  retail_price: z.string().optional(),
  name: z.string().optional(),
  files: z.array(z.looseObject({ type: z.string().default('default'), url: z.url() })).min(1),
});

/** The body of `POST /orders` and `PUT /orders/{id}`. */
export const orderContentSchema = z.object({
  external_id: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
  shipping: z.string().default('STANDARD'),
  recipient: recipientSchema,
  items: z.array(itemSchema).min(1),
});
export type OrderContent = z.output<typeof orderContentSchema>;

export interface StoredItem extends z.output<typeof itemSchema> {
  out_of_stock?: boolean;
  discontinued?: boolean;
}

/** `delivery_status` and `delivered_at` are fields of version 2 of the API, which reports deliveries. */
export interface Shipment {
  id: number;
  carrier: string | null;
  service: string;
  tracking_number: string | null;
  tracking_url: string | null;
  created: number;
  ship_date: string;
  reshipment: boolean;
  status: 'shipped' | 'returned';
  delivery_status: 'in_transit' | 'delivered' | 'returned';
  delivered_at: number | null;
}

export interface StoredOrder {
  id: number;
  externalId: string | null;
  store: number;
  status: PrinterStatus | null;
  error: string | null;
  shipping: string;
  recipient: OrderContent['recipient'];
  items: StoredItem[];
  shipments: Shipment[] | null;
  createdAt: Date;
  updatedAt: Date;
  confirmedAt: Date | null;
  ageMs: number;
  /** Since the confirmation. */
  elapsedMs: number | null;
}
