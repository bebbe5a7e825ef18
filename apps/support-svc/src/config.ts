import { join } from 'node:path';
import { emailSchema } from '@shop/contracts/identity';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

const ADDRESS = /^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;
const milliseconds = (usual: number) => z.coerce.number().int().min(0).default(usual);

export const configSchema = serviceEnvSchema
  .extend({
    /** The address people type; every link and picture in a letter begins with it. */
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    /** Where letters go out, as smtp://user:password@host:587 or smtps://…; without it each is a file in MAIL_DIR (D31). */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Whom letters are from: an address, or a name and <an address>. */
    MAIL_FROM: z.string().max(320).regex(ADDRESS, 'must be an e-mail address, or a name and <an address>').optional(),
    /** Where letters lie that are not sent by SMTP; `mail` in the data folder where nothing is said. */
    MAIL_DIR: z.string().optional(),
    /** Pauses before a letter that was refused for now is tried again; the last one is repeated for five days. */
    MAIL_RETRY_DELAYS_MS: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .default('60000,300000,1800000,3600000')
      .transform((list) => list.split(',').map(Number)),
    /** A letter not heard of for this long is sent by another instance. Longer than any sending takes. */
    MAIL_LEASE_MS: z.coerce.number().int().positive().default(300_000),
    /** How long the confirmation of an order, and what tells of a change, waits for the pictures of what was ordered. */
    ORDER_LETTER_WAIT_MS: milliseconds(60_000),
    /** For how long after the first change of an order what follows goes into the same letter (D54). Long enough for somebody who tries sliders, short enough to hear of a change that was not one's own. */
    ORDER_CHANGES_WAIT_MS: milliseconds(300_000),
    /** Who is written to where payments, orders and print jobs do not agree; else the first admin (D12). One address: a list of people is the mail server's matter. */
    ALARM_EMAIL: z.optional(emailSchema),
    ADMIN_EMAIL: z.optional(emailSchema),
  })
  .superRefine(({ NODE_ENV, SMTP_URL, MAIL_FROM }, context) => {
    if (NODE_ENV !== 'production' || !SMTP_URL || MAIL_FROM) return;
    context.addIssue({
      code: 'custom',
      path: ['MAIL_FROM'],
      message: 'must say whom letters are from where they go out by SMTP',
    });
  });

export type Config = z.output<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('support-svc', configSchema, env);

export const mailDir = ({ MAIL_DIR, DATA_DIR }: Pick<Config, 'MAIL_DIR' | 'DATA_DIR'>): string =>
  MAIL_DIR ?? join(DATA_DIR, 'mail');

/** Null: a production that names nobody. Development's first admin is identity-svc's. */
export const alarmAddress = ({
  ALARM_EMAIL,
  ADMIN_EMAIL,
  NODE_ENV,
}: Pick<Config, 'ALARM_EMAIL' | 'ADMIN_EMAIL' | 'NODE_ENV'>): string | null =>
  ALARM_EMAIL ?? ADMIN_EMAIL ?? (NODE_ENV === 'production' ? null : 'admin@example.com');
