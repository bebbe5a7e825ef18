import * as z from 'zod/mini';
import { defineEvent, readable } from '@shop/contracts-common';
import { passwordConfirmationSchema } from './account.js';

const CODE_MISSING = 'Please enter the code';

/** A code of the authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z.object({
  code: z
    .string(CODE_MISSING)
    .check(z.trim(), z.minLength(1, CODE_MISSING), z.maxLength(100, 'This is too long for a code')),
});
export type SecondFactorCode = z.infer<typeof secondFactorCodeSchema>;

/** A code, and the password: a change of the second factor takes both. */
export const secondFactorProofSchema = z.extend(secondFactorCodeSchema, passwordConfirmationSchema.shape);
export type SecondFactorProof = z.infer<typeof secondFactorProofSchema>;

/** `secret` in Base32, and the same as the `otpauth:` address of a QR code. */
export const secondFactorSetupSchema = z.object({ secret: z.string(), uri: z.string() });
export const secondFactorSetupReader = readable(secondFactorSetupSchema);

/** Shown once: only their hashes are stored. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export const recoveryCodesReader = readable(recoveryCodesSchema);

/** `isRecent`: for a minute at least, no call asks this session for another code. */
export const secondFactorStatusSchema = z.object({
  isOn: z.boolean(),
  isRecent: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>;
export const secondFactorStatusReader = readable(secondFactorStatusSchema);

export const secondFactorChanged = defineEvent(
  'second-factor.changed',
  'identity-svc',
  { readBy: ['support-svc'] },
  'The second factor of an account was turned on or off by its owner, reset by an operator, or replaced by a recovery code, or its owner made new recovery codes. The owner gets an email.',
  z.object({
    userId: z.uuid(),
    email: z.string(),
    change: z.enum(['turned-on', 'turned-off', 'reset', 'recovery-code-used', 'recovery-codes-renewed']),
    recoveryCodesLeft: z.int(),
  }),
);
