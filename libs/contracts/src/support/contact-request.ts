import { z } from 'zod';
import { emailSchema } from '../identity/index.js';

export const NAME_MAX = 200;
export const SUBJECT_MAX = 200;
export const MESSAGE_MAX = 5000;

/** What people count: an emoji is one, not its two UTF-16 units. */
const isAtMost =
  (max: number) =>
  (text: string): boolean =>
    [...text].length <= max;

/** What could begin a new line of a mail's header, or hide in a list, is a space. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const withoutControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');

const line = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .overwrite(oneLine)
    .trim()
    .min(1, `${name} is required`)
    .refine(isAtMost(max), `Please use at most ${max} characters for the ${name.toLowerCase()}`)
    .meta({ maxLength: max });

const text = (name: string) =>
  z
    .string(`${name} is required`)
    .overwrite(withoutControls)
    .trim()
    .min(1, `${name} is required`)
    .refine(
      isAtMost(MESSAGE_MAX),
      `Please use at most ${MESSAGE_MAX.toLocaleString('en-US')} characters for the ${name.toLowerCase()}`,
    )
    .meta({ maxLength: MESSAGE_MAX });

/** Nobody reads a form, writes a question and sends it within this time; programs do. */
export const OPEN_FOR_AT_LEAST_MS = 2_000;

/** Body of `POST /api/contact`. The last two are against robots; a client without a form leaves both out. */
export const contactRequestSchema = z.object({
  name: line('Name', NAME_MAX),
  email: emailSchema,
  subject: line('Subject', SUBJECT_MAX),
  message: text('Message'),
  /** A field of the form that no person sees. */
  website: z.string().optional(),
  /** Milliseconds from the first sight of the empty form to its sending. */
  openForMs: z.number().min(0).optional(),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

/** What `POST /api/contact` answers. */
export const contactReceiptSchema = z.object({ id: z.uuid() });
export type ContactReceipt = z.infer<typeof contactReceiptSchema>;

/** Body of `POST /api/admin/contact-submissions/{id}/reply`. */
export const contactReplyRequestSchema = z.object({
  /** Made by the client: sent again under the same id, it is the same reply and goes out once. */
  id: z.guid('The id of the reply must be a UUID').toLowerCase().optional(),
  message: text('Message'),
  /** How many replies the writer has seen: where somebody else has replied meanwhile, nothing is sent. */
  repliesSeen: z.number().int().min(0).default(0),
});
export type ContactReplyRequest = z.output<typeof contactReplyRequestSchema>;
