import { join } from 'node:path';
import { emailSchema } from '@shop/contracts-identity';
import { parseEnvironment, rotatingSecretSchema, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

const ADDRESS = /^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;
const milliseconds = (defaultMs: number) => z.coerce.number().int().min(0).default(defaultMs);

export const configSchema = serviceEnvSchema
  .extend({
    /** The public address of the shop; every link and image in an email starts with it. */
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    /** Decrypts what identity-svc sends for emails; the same value in both. */
    EMAIL_SECRET: rotatingSecretSchema,
    /** The mail server, as smtp://user:password@host:587 or smtps://…; without it emails are files in MAIL_DIR. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender: an address, or a name and <an address>. */
    MAIL_FROM: z.string().max(320).regex(ADDRESS, 'must be an email address, or a name and <an address>').optional(),
    /** Where answers to emails go: an address, or a name and <an address>. Without it emails ask to write under Contact. */
    MAIL_REPLY_TO: z
      .string()
      .max(320)
      .regex(ADDRESS, 'must be an email address, or a name and <an address>')
      .optional(),
    /** Folder of emails that are not sent by SMTP; default: `mail` in the data folder. */
    MAIL_DIR: z.string().optional(),
    /** Pauses between attempts for an email that was refused temporarily; the last one is repeated for five days. */
    MAIL_RETRY_DELAYS_MS: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .default('60000,300000,1800000,3600000')
      .transform((list) => list.split(',').map(Number)),
    /** How long order confirmations and change emails wait for mock-ups. */
    ORDER_EMAIL_WAIT_MS: milliseconds(60_000),
    /**
     * Changes of an order within this time after the first go into one email. Long enough for a customer who tries a slider, short enough to
     * warn of a change by a stranger.
     */
    ORDER_CHANGES_WAIT_MS: milliseconds(300_000),
    /**
     * Recipient of alerts about discrepancies between payments, orders and printing; default: ADMIN_EMAIL. One address; the mail server handles
     * lists.
     */
    ALARM_EMAIL: z.optional(emailSchema),
    ADMIN_EMAIL: z.optional(emailSchema),
  })
  .superRefine(({ NODE_ENV, SMTP_URL, MAIL_FROM }, context) => {
    if (NODE_ENV !== 'production' || !SMTP_URL || MAIL_FROM) return;
    context.addIssue({
      code: 'custom',
      path: ['MAIL_FROM'],
      message: 'must name the sender of emails if SMTP_URL is set',
    });
  });

export type Config = z.output<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('support-svc', configSchema, env);

export const getMailDir = ({ MAIL_DIR, DATA_DIR }: Pick<Config, 'MAIL_DIR' | 'DATA_DIR'>): string =>
  MAIL_DIR ?? join(DATA_DIR, 'mail');

/** Null in production without ALARM_EMAIL and ADMIN_EMAIL. The development default is the first admin of `npm start`. */
export const getAlarmAddress = ({
  ALARM_EMAIL,
  ADMIN_EMAIL,
  NODE_ENV,
}: Pick<Config, 'ALARM_EMAIL' | 'ADMIN_EMAIL' | 'NODE_ENV'>): string | null =>
  ALARM_EMAIL ?? ADMIN_EMAIL ?? (NODE_ENV === 'production' ? null : 'admin@example.com');
