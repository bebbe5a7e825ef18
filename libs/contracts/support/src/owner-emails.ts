import * as z from 'zod/mini';
import { readable } from '@shop/contracts-common';
import { emailSchema } from '@shop/contracts-identity';

export const OWNER_RECIPIENTS_MAX = 10;

/** When an email is sent: never, with each order or request, or once a day. */
export const ownerEmailTimingSchema = z.enum(['off', 'at-once', 'daily'], 'Please choose off, at once or daily');
export type OwnerEmailTiming = z.infer<typeof ownerEmailTimingSchema>;

export const OWNER_EMAIL_KINDS = ['orders', 'requests'] as const;
export type OwnerEmailKind = (typeof OWNER_EMAIL_KINDS)[number];

const HOUR_INVALID = 'Please choose an hour from 0 to 23';

const settingsSchema = z.object({
  recipients: z.array(emailSchema).check(
    z.overwrite((list) => [...new Set(list)]),
    z.maxLength(OWNER_RECIPIENTS_MAX, `Please use at most ${OWNER_RECIPIENTS_MAX} addresses`),
  ),
  orders: ownerEmailTimingSchema,
  requests: ownerEmailTimingSchema,
  /** Of the shop's day, for daily emails. */
  dailyHour: z.int(HOUR_INVALID).check(z.gte(0, HOUR_INVALID), z.lte(23, HOUR_INVALID)),
});
export type OwnerEmailSettings = z.output<typeof settingsSchema>;

/** Body of `PUT /api/admin/owner-emails`. */
export const ownerEmailSettingsSchema = settingsSchema.check(
  z.refine(({ recipients, orders, requests }) => recipients.length > 0 || (orders === 'off' && requests === 'off'), {
    message: 'Please enter who gets the emails',
    path: ['recipients'],
  }),
);

/** `GET /api/admin/owner-emails`, and the answer to changes. `version` counts the changes. */
export const adminOwnerEmailsSchema = z.extend(settingsSchema, {
  version: z.int(),
  /** In which the hour counts: the shop's. */
  timeZone: z.string(),
});
export type AdminOwnerEmails = z.output<typeof adminOwnerEmailsSchema>;
export const adminOwnerEmailsReader = readable(adminOwnerEmailsSchema);
export type DisplayedOwnerEmails = z.output<typeof adminOwnerEmailsReader>;

/** The message of a change that was decided on an older version. */
export const OWNER_EMAILS_STALE = 'Someone else has changed who gets these emails in between. Please look at it again.';
