import * as z from 'zod/mini';
import { emailSchema } from '../identity/index.js';

export const NAME_MAX = 200;
export const SUBJECT_MAX = 200;
export const MESSAGE_MAX = 5000;

/** What people count: an emoji is one, not its two UTF-16 units. */
const hasAtMostCharacters =
  (max: number) =>
  (text: string): boolean =>
    [...text].length <= max;

/** What could begin a new line of a mail's header, or hide in a list, is a space. */
const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const removeControlCharacters = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');

const lineField = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.overwrite(toSingleLine),
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.refine(hasAtMostCharacters(max), `Please use at most ${max} characters for the ${name.toLowerCase()}`),
      z.meta({ maxLength: max }),
    );

const textField = (name: string) =>
  z
    .string(`${name} is required`)
    .check(
      z.overwrite(removeControlCharacters),
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.refine(
        hasAtMostCharacters(MESSAGE_MAX),
        `Please use at most ${MESSAGE_MAX.toLocaleString('en-US')} characters for the ${name.toLowerCase()}`,
      ),
      z.meta({ maxLength: MESSAGE_MAX }),
    );

/** Nobody reads a form, writes a question and sends it within this time; programs do. */
export const OPEN_FOR_AT_LEAST_MS = 2_000;

/** Body of `POST /api/contact`. The last two are against robots; a client without a form leaves both out. */
export const contactRequestSchema = z.object({
  name: lineField('Name', NAME_MAX),
  email: emailSchema,
  subject: lineField('Subject', SUBJECT_MAX),
  message: textField('Message'),
  /** A field of the form that no person sees. */
  website: z.optional(z.string()),
  /** Milliseconds from the first sight of the empty form to its sending. */
  openForMs: z.optional(z.number().check(z.minimum(0))),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

/** What `POST /api/contact` answers. */
export const contactReceiptSchema = z.object({ id: z.uuid() });
export type ContactReceipt = z.infer<typeof contactReceiptSchema>;

/** Body of `POST /api/admin/contact-submissions/{id}/reply`. */
export const contactReplyRequestSchema = z.object({
  /** Made by the client: sent again under the same id, it is the same reply and goes out once. */
  id: z.optional(z.guid('The id of the reply must be a UUID').check(z.toLowerCase())),
  message: textField('Message'),
  /** How many replies the writer has seen: where somebody else has replied meanwhile, nothing is sent. */
  repliesSeen: z._default(z.int().check(z.minimum(0)), 0),
});
export type ContactReplyRequest = z.output<typeof contactReplyRequestSchema>;
