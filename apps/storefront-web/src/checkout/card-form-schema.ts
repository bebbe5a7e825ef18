import { emailSchema } from '@shop/contracts/identity';
import { sandboxConfirmRequestSchema } from '@shop/contracts/order';
import * as z from 'zod/mini';

const cardSchema = z.omit(sandboxConfirmRequestSchema, { clientSecret: true, amountCents: true });

/** A guest's e-mail is required (D44); a signed-in customer's is the account's, and is not asked for. */
export const guestCardFormSchema = z.extend(cardSchema, { email: emailSchema });
export const customerCardFormSchema = z.extend(cardSchema, { email: z.string() });

export type CardFormInput = z.input<typeof guestCardFormSchema>;
export type CardForm = z.output<typeof guestCardFormSchema>;
