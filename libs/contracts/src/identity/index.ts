import { z } from 'zod';
import { defineEvent, roleSchema } from '../common/index.js';

/** Trimmed and compared without case (D7). */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'));

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const newPasswordSchema = z
  .string()
  .min(PASSWORD_MIN, 'Password must be at least 8 characters')
  .max(PASSWORD_MAX, 'Password must be at most 200 characters');

export const loginRequestSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAX, 'Password must be at most 200 characters'),
});
export type LoginRequest = z.infer<typeof loginRequestSchema>;

const nameSchema = z.string().trim().max(100, 'Please use at most 100 characters').optional();
export const registerRequestSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  firstName: nameSchema,
  lastName: nameSchema,
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;

/** D37 */
export const forgotPasswordRequestSchema = z.object({ email: emailSchema });
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequestSchema>;

/** D11: said of every link that cannot be used, whatever is wrong with it. */
export const RESET_LINK_INVALID = 'This password reset link is invalid or has expired.';
export const resetPasswordRequestSchema = z.object({
  token: z.string(RESET_LINK_INVALID).min(1, RESET_LINK_INVALID).max(200, RESET_LINK_INVALID),
  password: newPasswordSchema,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;

export const changePasswordRequestSchema = z.object({
  currentPassword: z
    .string()
    .min(1, 'Current password is required')
    .max(PASSWORD_MAX, 'Password must be at most 200 characters'),
  newPassword: newPasswordSchema,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

/** `POST /api/user/erase`: the account goes with everything that is known of its owner. */
export const eraseAccountRequestSchema = z.object({
  password: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(PASSWORD_MAX, 'Password must be at most 200 characters'),
});
export type EraseAccountRequest = z.infer<typeof eraseAccountRequestSchema>;

/** D8 */
export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: roleSchema,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/**
 * `POST /internal/sessions/resolve`: what the gateway asks identity-svc.
 * `open` is true on rows where a guest's session is opened when there is none (D13).
 */
export const resolveSessionRequestSchema = z.object({ sid: z.string().nullable(), open: z.boolean() });
export type ResolveSessionRequest = z.infer<typeof resolveSessionRequestSchema>;

/** `token` null: no session. `setCookie`: the browser's cookie has to be set again (new, or rolled on). */
export const resolvedSessionSchema = z.object({
  token: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  sid: z.string().nullable(),
  role: z.enum(['guest', 'user', 'admin']).nullable(),
  setCookie: z.boolean(),
});
export type ResolvedSession = z.infer<typeof resolvedSessionSchema>;

/**
 * The session id as it travels between identity-svc and the gateway in the response to a sign-in,
 * registration or sign-out; the gateway turns it into the cookie and drops the header. Empty: clear the cookie.
 */
export const SESSION_HEADER = 'x-session-id';
export const SESSION_DAYS = 30;
/** Readable marker cookie beside the session's own, which scripts can't see: without it a page knows that nobody is signed in, and need not ask. */
export const SESSION_MARKER = 'has-session';

export const userRegistered = defineEvent(
  'user.registered',
  'identity-svc',
  'An account was made.',
  /** `registeredAt` stays what it was when all accounts are told of again. */
  z.object({
    userId: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    role: roleSchema,
    registeredAt: z.iso.datetime(),
  }),
);

export const guestClaimed = defineEvent(
  'guest.claimed',
  'identity-svc',
  'A guest signed in or registered: what belonged to the guest belongs to the user now.',
  z.object({ guestId: z.uuid(), userId: z.uuid() }),
);

export const sessionEnded = defineEvent(
  'session.ended',
  'identity-svc',
  'Sessions ended (signed out, password changed or reset, role changed, account closed); gateways forget them at once.',
  /** `sidHashes`: SHA-256 (hex) of the session ids that ended. */
  z.object({
    sidHashes: z.array(z.string()),
    reason: z.enum([
      'signed-out',
      'signed-out-everywhere',
      'signed-in',
      'password-changed',
      'password-reset',
      'role-changed',
      'account-closed',
    ]),
  }),
);

export const passwordResetRequested = defineEvent(
  'password-reset.requested',
  'identity-svc',
  'Somebody asked for a link to set a new password; carries what the link is made of.',
  z.object({
    userId: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    token: z.string(),
    expiresAt: z.iso.datetime(),
  }),
);

export const passwordChanged = defineEvent(
  'password.changed',
  'identity-svc',
  'An account has a new password: changed by its owner, or reset by a link.',
  z.object({ userId: z.uuid(), email: z.string(), by: z.enum(['owner', 'reset-link']) }),
);

export const userErasureRequested = defineEvent(
  'user.erasure-requested',
  'identity-svc',
  'Somebody deleted the account: whoever keeps anything of this person removes it, and confirms. Told again for as long as a confirmation is missing.',
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.string().nullable(), requestedAt: z.iso.datetime() }),
);

export const userErased = defineEvent(
  'user.erased',
  'identity-svc',
  'Every part has confirmed and the account is gone; told once, and the last that is said of this person.',
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.string().nullable() }),
);

export const identityEvents = [
  userRegistered,
  guestClaimed,
  sessionEnded,
  passwordResetRequested,
  passwordChanged,
  userErasureRequested,
  userErased,
] as const;
