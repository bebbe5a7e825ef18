import { parseUrl, readable } from '@shop/contracts-common';
import * as z from 'zod/mini';
import { fillInNumber, NUMBER_PLACEHOLDER, toCarrierKey } from './carriers.js';
import { storedShopSettingsSchema } from './shop.js';

const text = (what: string, max: number) =>
  z
    .string(`Please enter ${what} as text`)
    .check(z.trim(), z.maxLength(max, `Please use at most ${max.toLocaleString('en')} characters for ${what}`));

const ADDRESS_EMAIL = z.email();

/** Who sells. Everything may be empty. */
export const sellerSchema = z.object({
  name: text('the name', 200),
  /** Several lines. */
  address: text('the address', 500),
  /** Register and number of the company. */
  registration: text('the registration', 200),
  vatId: text('the VAT id', 50),
  responsiblePerson: text('the responsible person', 200),
  email: text('the email address', 254).check(
    z.refine((email) => email === '' || ADDRESS_EMAIL.safeParse(email).success, 'Invalid email address'),
  ),
  phone: text('the phone number', 50),
  /** Further facts that the law demands. Several lines. */
  legalText: text('the further facts', 2_000),
});
export type Seller = z.output<typeof sellerSchema>;

/** An IANA time zone, such as `Europe/Berlin`. An offset is none: it knows no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const TIME_ZONE_UNKNOWN = 'Please choose a time zone, such as Europe/Berlin';
export const timeZoneSchema = z
  .string(TIME_ZONE_UNKNOWN)
  .check(z.trim(), z.maxLength(100, TIME_ZONE_UNKNOWN), z.refine(isTimeZone, TIME_ZONE_UNKNOWN));

export const DAYS_MAX = 90;
const DAYS_INVALID = `Please enter a whole number of days from 0 to ${DAYS_MAX}`;
const daysField = z.int(DAYS_INVALID).check(z.minimum(0, DAYS_INVALID), z.maximum(DAYS_MAX, DAYS_INVALID));

/** Business days. */
const daysSchema = z.nullable(
  z.object({ min: daysField, max: daysField }).check(
    z.refine(({ min, max }) => min <= max, {
      path: ['max'],
      error: 'The longest time must not be below the shortest',
    }),
  ),
);

/** How long printing takes, and the way to each region. Null: nothing is said about it. */
export const deliveryDaysSchema = z.object({
  production: daysSchema,
  us: daysSchema,
  canada: daysSchema,
  europe: daysSchema,
  rest: daysSchema,
});

const dateField = z.iso.date('Please enter a date');

/** From the first to the last day, in the shop's time zone, pages say that orders leave from `shipsFrom`. */
export const holidaySchema = z
  .object({ from: dateField, until: dateField, shipsFrom: dateField, message: text('the sentence', 200) })
  .check(
    z.refine(({ from, until }) => from <= until, {
      path: ['until'],
      error: 'The last day must not be before the first',
    }),
    z.refine(({ until, shipsFrom }) => until <= shipsFrom, {
      path: ['shipsFrom'],
      error: 'Orders can’t leave before the holiday ends',
    }),
  );
export type Holiday = z.output<typeof holidaySchema>;

export const REPLY_TEMPLATES_MAX = 50;
export const TEMPLATE_PLACEHOLDERS = ['{name}', '{order}'] as const;
export type TemplatePlaceholder = (typeof TEMPLATE_PLACEHOLDERS)[number];

/** Placeholders of a text, known or not, each once. */
export const listPlaceholders = (template: string): string[] => [...new Set(template.match(/\{[\p{L}_]+\}/gu))];

const isPlaceholder = (name: string): name is TemplatePlaceholder =>
  TEMPLATE_PLACEHOLDERS.some((known) => known === name);

/** Fills in what is known. The other placeholders stay, for the admin to replace. */
export const fillTemplate = (
  template: string,
  values: Readonly<Partial<Record<TemplatePlaceholder, string>>>,
): string => template.replaceAll(/\{[\p{L}_]+\}/gu, (name) => (isPlaceholder(name) ? values[name] : undefined) ?? name);

export const replyTemplateSchema = z.object({
  title: text('the title', 100).check(z.minLength(1, 'Title is required')),
  text: text('the text', 5_000).check(
    z.minLength(1, 'Text is required'),
    z.refine(
      (template) => listPlaceholders(template).every(isPlaceholder),
      'A text can have the placeholders of a name and an order only',
    ),
  ),
});
export type ReplyTemplate = z.output<typeof replyTemplateSchema>;

export const CARRIERS_MAX = 30;

const TRACKING_PAGE_INVALID =
  'The tracking address must start with https:// and have the number’s placeholder after the site’s name';

/** The number may change the path, query or fragment, but not the site. */
export function isTrackingPage(template: string): boolean {
  if (!template.includes(NUMBER_PLACEHOLDER)) return false;
  const [one, other] = ['1', '2'].map((number) => parseUrl(fillInNumber(template, number)));
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
    z.refine((name) => toCarrierKey(name) !== '', 'The carrier’s name must have a letter or a digit'),
  ),
  trackingUrl: z
    .string('Tracking address is required')
    .check(
      z.trim(),
      z.maxLength(500, 'Please use at most 500 characters for the tracking address'),
      z.refine(isTrackingPage, TRACKING_PAGE_INVALID),
    ),
});

/** Names the entry that repeats an earlier one. */
const withoutRepeats = <Entry>(field: keyof Entry & string, toKey: (entry: Entry) => string, message: string) =>
  z.superRefine<Entry[]>((entries, context) => {
    const keys = entries.map(toKey);
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index) context.addIssue({ code: 'custom', path: [index, field], message });
    });
  });

export const carriersSchema = z.array(carrierSchema).check(
  z.maxLength(CARRIERS_MAX, `Please use at most ${CARRIERS_MAX} carriers`),
  withoutRepeats('name', ({ name }) => toCarrierKey(name), 'This carrier is in the list already'),
);

export const replyTemplatesSchema = z.array(replyTemplateSchema).check(
  z.maxLength(REPLY_TEMPLATES_MAX, `Please use at most ${REPLY_TEMPLATES_MAX} templates`),
  withoutRepeats('title', ({ title }) => title.toLowerCase(), 'Another template has this title'),
);

/** What an owner sets. Null carriers: the shop's own list, `DEFAULT_CARRIERS`. */
export const shopSettingsSchema = z.object({
  seller: sellerSchema,
  carriers: z.nullable(carriersSchema),
  timeZone: timeZoneSchema,
  deliveryDays: deliveryDaysSchema,
  holiday: z.nullable(holidaySchema),
  replyTemplates: replyTemplatesSchema,
});
export type ShopSettings = z.output<typeof shopSettingsSchema>;
export type ShopSection = keyof ShopSettings;

export const DEFAULT_SHOP_SETTINGS: ShopSettings = {
  seller: {
    name: '',
    address: '',
    registration: '',
    vatId: '',
    responsiblePerson: '',
    email: '',
    phone: '',
    legalText: '',
  },
  carriers: null,
  timeZone: 'UTC',
  deliveryDays: { production: null, us: null, canada: null, europe: null, rest: null },
  holiday: null,
  replyTemplates: [],
};

/** Body of `PUT /api/admin/shop`: an absent part stays as it is, so that a page of an older version drops none. */
export const changeShopRequestSchema = z.partial(shopSettingsSchema);
export type ChangeShopRequest = z.output<typeof changeShopRequestSchema>;

/** `GET /api/admin/shop`, and the answer to changes. `version` counts the changes from 0: nothing was saved. */
export const adminShopSchema = z.extend(storedShopSettingsSchema, { version: z.int() });
export type AdminShop = z.output<typeof adminShopSchema>;

/** A page refuses no stored value: the form names what the server would refuse. */
export const adminShopReader = z.object({
  version: z.int(),
  ...readable(z.pick(storedShopSettingsSchema, { seller: true })).shape,
  carriers: z.catch(z.nullable(z.array(z.object({ name: z.string(), trackingUrl: z.string() }))), null),
  timeZone: z.catch(z.string(), DEFAULT_SHOP_SETTINGS.timeZone),
  deliveryDays: z.catch(deliveryDaysSchema, DEFAULT_SHOP_SETTINGS.deliveryDays),
  holiday: z.catch(z.nullable(holidaySchema), null),
  replyTemplates: z.catch(z.array(z.object({ title: z.string(), text: z.string() })), []),
});
export type DisplayedAdminShop = z.output<typeof adminShopReader>;

/** The message of a change that was decided on an older version. */
export const SHOP_STALE = 'Someone else has changed these settings in between. Please look at them again.';
