import * as z from 'zod/mini';
import { defineEvent, permissionSchema, readable, roleSchema } from '@shop/contracts-common';
import { emailSchema, toMailtoLink } from './email.js';
import { newPasswordSchema, PASSWORD_MAX } from './passwords.js';
import { secondFactorChanged } from './second-factor.js';
import { secondFactorStateSchema } from './second-factor-state.js';

export { emailSchema, toMailtoLink };
export * from './account.js';
export * from './admin-users.js';
export * from './customer-search.js';
export * from './passwords.js';
export * from './role-change.rules.js';
export * from './second-factor.js';
export * from './second-factor-state.js';

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

/** `GET /api/user`, and the answer of sign-in and registration. */
export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: roleSchema,
  /** Of an admin. Absent in answers of other servers, which know no permissions: then the admin has all. */
  permissions: z.optional(z.array(permissionSchema)),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** Of admins only. */
  secondFactor: z.optional(secondFactorStateSchema),
  /** Whether a link in an email to the address was used. */
  emailConfirmed: z.optional(z.boolean()),
});
export type User = z.infer<typeof userSchema>;

/** The signed-in user on a page. A user without the role admin is a customer. */
export const userReader = z.extend(z.omit(readable(userSchema), { id: true }), { role: z.catch(z.string(), 'user') });
export type SignedInUser = z.output<typeof userReader>;

/**
 * `POST /internal/sessions/resolve`, from the gateway to identity-svc.
 * `openGuestSession`: callers without a session get a guest session, which is not stored before the gateway asks for it.
 * `isPassive`: the session is not used, so it is not extended.
 */
export const resolveSessionRequestSchema = z.object({
  sid: z.nullable(z.string()),
  openGuestSession: z.boolean(),
  isPassive: z.optional(z.boolean()),
});
export type ResolveSessionRequest = z.infer<typeof resolveSessionRequestSchema>;

/**
 * `token` null: there is no session. `setCookie`: the gateway must set the browser's cookie, as the session is new or
 * extended. `guestId`: of a new guest whose session is only prepared. `signedInAt`: of a user, when the password was entered last.
 * `isCodeMissing`: the account has a second factor, and this session has entered no code of it.
 */
export const resolvedSessionSchema = z.object({
  token: z.nullable(z.string()),
  expiresAt: z.nullable(z.iso.datetime()),
  sid: z.nullable(z.string()),
  role: z.nullable(z.enum(['guest', 'user', 'admin'])),
  setCookie: z.boolean(),
  permissions: z.optional(z.array(z.string())),
  guestId: z.optional(z.uuid()),
  signedInAt: z.optional(z.iso.datetime()),
  isCodeMissing: z.optional(z.boolean()),
});
export type ResolvedSession = z.infer<typeof resolvedSessionSchema>;

/** Stores a prepared guest session. A repetition has no effect. */
export const openGuestSessionRequestSchema = z.object({ sid: z.string(), guestId: z.uuid() });
export type OpenGuestSessionRequest = z.infer<typeof openGuestSessionRequestSchema>;

/**
 * Header with the session id in identity-svc's answers to sign-in, registration and sign-out. The gateway turns it into
 * the cookie and removes it. Empty: the gateway clears the cookie.
 */
export const SESSION_HEADER = 'x-session-id';
export const SESSION_DAYS = 30;

export const userRegistered = defineEvent(
  'user.registered',
  'identity-svc',
  { readBy: ['order-svc', 'support-svc'] },
  'A user has registered.',
  /** `registeredAt` stays the same when the event is republished. */
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
  { readBy: ['art-svc', 'order-svc'] },
  'A guest has signed in or registered: the data of the guest now belongs to the user.',
  z.object({ guestId: z.uuid(), userId: z.uuid() }),
);

export const sessionEnded = defineEvent(
  'session.ended',
  'identity-svc',
  { readBy: [], broadcastTo: ['gateway'] },
  'Sessions have ended (sign-out, changed password, role or second factor, closed account). Gateways remove them from their caches.',
  /** `sidHashes`: SHA-256 (hex) of the ids of the ended sessions. */
  z.object({
    sidHashes: z.array(z.string()),
    reason: z.enum([
      'signed-out',
      'signed-out-everywhere',
      'signed-in',
      'password-changed',
      'password-reset',
      'role-changed',
      'second-factor-changed',
      'account-closed',
    ]),
  }),
);

export const resetLinkRequested = defineEvent(
  'reset-link.requested',
  'identity-svc',
  { readBy: ['support-svc'] },
  'A link to reset a password was requested. `encrypted` has the address and the token of the link, which only support-svc can read.',
  z.object({ userId: z.uuid(), expiresAt: z.iso.datetime(), encrypted: z.string() }),
);

/** The encrypted part of `reset-link.requested`. The address is in it, so that the link cannot be sent to another one. */
export const accountLinkSchema = z.object({ email: z.string(), firstName: z.nullable(z.string()), token: z.string() });
export type ResetLink = z.infer<typeof accountLinkSchema>;

export const confirmationLinkRequested = defineEvent(
  'confirmation-link.requested',
  'identity-svc',
  { readBy: ['support-svc'] },
  'A link to confirm the address of an account was requested, by the registration or later. `encrypted` has the address and the token of the link, which only support-svc can read.',
  /** `registration`: the email also welcomes. */
  z.object({
    userId: z.uuid(),
    expiresAt: z.iso.datetime(),
    encrypted: z.string(),
    cause: z.enum(['registration', 'request']),
  }),
);

/** The encrypted part of `confirmation-link.requested`, like that of a reset link. */
export type ConfirmationLink = z.infer<typeof accountLinkSchema>;

export const passwordGuessesDetected = defineEvent(
  'password-guesses.detected',
  'identity-svc',
  { readBy: ['support-svc'] },
  'Many wrong passwords were entered for an account. Published at most once a week for each account.',
  z.object({ userId: z.uuid(), email: z.string() }),
);

export const registrationRefused = defineEvent(
  'registration.refused',
  'identity-svc',
  { readBy: ['support-svc'] },
  'The address of an account was entered in a registration. Published at most once a day for each account.',
  z.object({ userId: z.uuid(), email: z.string() }),
);

export const adminSignedIn = defineEvent(
  'admin.signed-in',
  'identity-svc',
  { readBy: ['support-svc'] },
  'An admin has signed in with a browser in which the account had not been used before.',
  /** `browser` in words; `network` such as 203.0.113.0/24. */
  z.object({ userId: z.uuid(), email: z.string(), browser: z.nullable(z.string()), network: z.string() }),
);

export const userSignedOutByAdmin = defineEvent(
  'user.signed-out-by-admin',
  'identity-svc',
  { readBy: ['support-svc'] },
  'An admin has ended all sessions of an account. Published only if it had any.',
  z.object({ userId: z.uuid(), email: z.string() }),
);

export const adminRightsChanged = defineEvent(
  'admin.rights-changed',
  'identity-svc',
  { readBy: ['support-svc'] },
  'An account became an admin, is none any more, or may do other things as one.',
  /** `adminIds`: all admins, and the account itself. `changedById`: the admin who did it; absent for a command of the operator. */
  z.object({
    userId: z.uuid(),
    change: z.enum(['granted', 'revoked', 'permissions-changed']),
    permissions: z.array(z.string()),
    adminIds: z.array(z.uuid()),
    changedById: z.optional(z.uuid()),
  }),
);

export const passwordChanged = defineEvent(
  'password.changed',
  'identity-svc',
  { readBy: ['support-svc'] },
  'A password was changed by its owner or reset by a link.',
  z.object({ userId: z.uuid(), email: z.string(), by: z.enum(['owner', 'reset-link']) }),
);

export const userErasureRequested = defineEvent(
  'user.erasure-requested',
  'identity-svc',
  { readBy: ['art-svc', 'catalog-svc', 'order-svc', 'support-svc'] },
  'A user has deleted the account, or an admin for the user: each service with personal data removes it and publishes a confirmation. Republished until all confirmations have arrived, and once more afterwards without name and email address, to be resent after a restore.',
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.nullable(z.string()), requestedAt: z.iso.datetime() }),
);

export const userErased = defineEvent(
  'user.erased',
  'identity-svc',
  { readBy: ['order-svc', 'support-svc'] },
  'All services have confirmed the erasure and the account is deleted. Published once, as the last event about this user.',
  z.object({ userId: z.uuid(), email: z.string(), firstName: z.nullable(z.string()) }),
);

export const identityEvents = [
  userRegistered,
  guestClaimed,
  sessionEnded,
  resetLinkRequested,
  confirmationLinkRequested,
  passwordGuessesDetected,
  registrationRefused,
  adminSignedIn,
  userSignedOutByAdmin,
  adminRightsChanged,
  passwordChanged,
  secondFactorChanged,
  userErasureRequested,
  userErased,
] as const;
