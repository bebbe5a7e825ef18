import * as z from 'zod/mini';
import { defineEvent, roleSchema } from '../common/index.js';

/** Trimmed and compared without case (D7). */
export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'Invalid email address')),
  z.email('Invalid email address'),
);

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const newPasswordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'Password must be at least 8 characters'),
    z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
  );

export const loginRequestSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .check(
      z.minLength(1, 'Password is required'),
      z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
    ),
});
export type LoginRequest = z.infer<typeof loginRequestSchema>;

const nameSchema = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters')));
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
  token: z.string(RESET_LINK_INVALID).check(z.minLength(1, RESET_LINK_INVALID), z.maxLength(200, RESET_LINK_INVALID)),
  password: newPasswordSchema,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;

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

/** `POST /api/user/erase`: the account goes with everything that is known of its owner. */
export const eraseAccountRequestSchema = z.object({
  password: z
    .string('Current password is required')
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
    ),
});
export type EraseAccountRequest = z.infer<typeof eraseAccountRequestSchema>;

/** D8 */
export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: roleSchema,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
export type User = z.infer<typeof userSchema>;

/**
 * `POST /internal/sessions/resolve`: what the gateway asks identity-svc.
 * `open` is true on rows where a guest's session is opened when there is none (D13).
 */
export const resolveSessionRequestSchema = z.object({ sid: z.nullable(z.string()), open: z.boolean() });
export type ResolveSessionRequest = z.infer<typeof resolveSessionRequestSchema>;

/** `token` null: no session. `setCookie`: the browser's cookie has to be set again (new, or rolled on). */
export const resolvedSessionSchema = z.object({
  token: z.nullable(z.string()),
  expiresAt: z.nullable(z.iso.datetime()),
  sid: z.nullable(z.string()),
  role: z.nullable(z.enum(['guest', 'user', 'admin'])),
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
    firstName: z.nullable(z.string()),
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
    firstName: z.nullable(z.string()),
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
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.nullable(z.string()), requestedAt: z.iso.datetime() }),
);

export const userErased = defineEvent(
  'user.erased',
  'identity-svc',
  'Every part has confirmed and the account is gone; told once, and the last that is said of this person.',
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.nullable(z.string()) }),
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
