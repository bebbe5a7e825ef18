import * as z from 'zod/mini';

/** Who sells. Everything may be empty. */
const sellerSchema = z.object({
  name: z.string(),
  /** Several lines, as `legalText`. */
  address: z.string(),
  registration: z.string(),
  vatId: z.string(),
  responsiblePerson: z.string(),
  email: z.string(),
  phone: z.string(),
  legalText: z.string(),
});

const carriersSchema = z.array(z.object({ name: z.string(), trackingUrl: z.string() }));

/** Business days; null: nothing is said about it. */
const daysSchema = z.nullable(z.object({ min: z.int(), max: z.int() }));
const deliveryDaysSchema = z.object({
  production: daysSchema,
  us: daysSchema,
  canada: daysSchema,
  europe: daysSchema,
  rest: daysSchema,
});

const ongoingHolidaySchema = z.nullable(z.object({ shipsFrom: z.iso.date(), message: z.string() }));

/** Nothing leaves from the day `from` to the day before `shipsFrom`. */
const closureSchema = z.nullable(z.object({ from: z.iso.date(), shipsFrom: z.iso.date() }));

const storedHolidaySchema = z.nullable(
  z.object({ from: z.string(), until: z.string(), shipsFrom: z.string(), message: z.string() }),
);

/** Saved settings, in answers and events: plain shapes, so that what was saved stays readable when the rules of the form change. */
export const storedShopSettingsSchema = z.object({
  seller: sellerSchema,
  carriers: z.nullable(carriersSchema),
  timeZone: z.string(),
  deliveryDays: deliveryDaysSchema,
  holiday: storedHolidaySchema,
  replyTemplates: z.array(z.object({ title: z.string(), text: z.string() })),
});

/** `GET /api/shop`: what everybody may know of the settings. `holiday`: only while it lasts. */
export const shopSchema = z.object({
  seller: sellerSchema,
  carriers: carriersSchema,
  timeZone: z.string(),
  deliveryDays: deliveryDaysSchema,
  holiday: ongoingHolidaySchema,
  /** The days of a holiday that is planned or not over, for estimates. Optional: pages work without it. */
  closure: z.optional(closureSchema),
  /** How long after the payment an order can be changed or cancelled; 0: not at all. Optional: pages work without it. */
  changeWindowMinutes: z.optional(z.number()),
});
export type Shop = z.output<typeof shopSchema>;

/** A part that a page can't use is absent: the page is then as without it. */
export const shopReader = z.object({
  seller: z.catch(z.optional(sellerSchema), undefined),
  carriers: z.catch(z.optional(carriersSchema), undefined),
  timeZone: z.catch(z.optional(z.string()), undefined),
  deliveryDays: z.catch(z.optional(deliveryDaysSchema), undefined),
  holiday: z.catch(z.optional(ongoingHolidaySchema), undefined),
  closure: z.catch(z.optional(closureSchema), undefined),
  changeWindowMinutes: z.catch(z.optional(z.number()), undefined),
});
export type DisplayedShop = z.output<typeof shopReader>;

/** Name and postal address, as on an envelope; empty if they are not set. */
export const listSellerLines = ({ name, address }: Pick<Shop['seller'], 'name' | 'address'>): string[] =>
  [name, ...address.split('\n')].map((line) => line.trim()).filter((line) => line !== '');
