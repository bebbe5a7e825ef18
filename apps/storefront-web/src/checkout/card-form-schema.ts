import { emailSchema } from '@shop/contracts/identity';
import { sandboxConfirmRequestSchema } from '@shop/contracts/order';
import { z } from 'zod';

const cardSchema = sandboxConfirmRequestSchema.omit({ clientSecret: true, amountCents: true });

/** A guest's e-mail is required (D44); a signed-in customer's is the account's, and is not asked for. */
export const guestCardFormSchema = cardSchema.extend({ email: emailSchema });
export const customerCardFormSchema = cardSchema.extend({ email: z.string() });

export type CardFormInput = z.input<typeof guestCardFormSchema>;
export type CardForm = z.output<typeof guestCardFormSchema>;
