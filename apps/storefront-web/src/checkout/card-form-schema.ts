import { emailSchema } from '@shop/contracts/identity';
import { sandboxConfirmRequestSchema } from '@shop/contracts/order';
import * as z from 'zod/mini';

const cardSchema = z.omit(sandboxConfirmRequestSchema, { clientSecret: true, amountCents: true });

/** A guest must give an email; a signed-in customer's is taken from the account. */
export const guestCardFormSchema = z.extend(cardSchema, { email: emailSchema });
export const customerCardFormSchema = z.extend(cardSchema, { email: z.string() });

export type CardFormInput = z.input<typeof guestCardFormSchema>;
export type CardForm = z.output<typeof guestCardFormSchema>;
