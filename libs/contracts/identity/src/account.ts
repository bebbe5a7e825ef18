import * as z from 'zod/mini';
import { emailSchema } from './email.js';
import { newPasswordSchema, PASSWORD_MAX } from './passwords.js';

/** `POST /api/forgot-password` */
export const forgotPasswordRequestSchema = z.object({ email: emailSchema });
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequestSchema>;

/** All invalid links have this message, so that it does not reveal the reason. */
export const RESET_LINK_INVALID = 'This password reset link is invalid or has expired.';
export const resetPasswordRequestSchema = z.object({
  token: z.string(RESET_LINK_INVALID).check(z.minLength(1, RESET_LINK_INVALID), z.maxLength(200, RESET_LINK_INVALID)),
  password: newPasswordSchema,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;

/** How long the link of an email that confirms an address is valid. */
export const CONFIRMATION_LINK = { validDays: 7 } as const;

/** All invalid links have this message. */
export const CONFIRMATION_LINK_INVALID = 'This link is invalid or has expired.';
export const confirmEmailRequestSchema = z.object({
  token: z
    .string(CONFIRMATION_LINK_INVALID)
    .check(z.minLength(1, CONFIRMATION_LINK_INVALID), z.maxLength(200, CONFIRMATION_LINK_INVALID)),
});
export type ConfirmEmailRequest = z.infer<typeof confirmEmailRequestSchema>;

export const changePasswordRequestSchema = z.object({
  currentPassword: z
    .string()
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
    ),
  newPassword: newPasswordSchema,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

/** Sessions of one account in one answer. */
export const USER_SESSIONS_LIMIT = 100;

/** `GET /api/user/sessions`: where the user is signed in. `id` opens nothing. `browser`: in words, as of the sign-in. */
export const userSessionSchema = z.object({
  id: z.uuid(),
  browser: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  lastUsedOn: z.iso.date(),
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** Calls that ask for the current password besides the session: `POST /api/user/confirm-password`, `POST /api/user/erase`. */
export const passwordConfirmationSchema = z.object({
  password: z
    .string('Current password is required')
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
    ),
});
export type PasswordConfirmation = z.infer<typeof passwordConfirmationSchema>;
