import * as z from 'zod/mini';
import { DomainError } from './problem.js';

/**
 * Access levels of calls.
 * - public: each caller, without a session
 * - guest: each caller; one without a session gets a guest session
 * - session: callers with a session, guest or user
 * - user: signed-in users
 * - admin: signed-in users with the role admin
 * - internal: other processes of the shop; the gateway never routes these calls
 */
export const ACCESS_LEVELS = ['public', 'guest', 'session', 'user', 'admin', 'internal'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const roleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** What only some admins may do. `refund`: give money back. `export`: download files with the data of many customers. */
export const PERMISSIONS = ['refund', 'export'] as const;
export const permissionSchema = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof permissionSchema>;
/** What a call may need: one permission, or all that there are. */
export type NeededPermission = Permission | 'all';

/**
 * Claims of the identity token: a JWT (ES256), signed by identity-svc, valid for at most a minute.
 * A guest has `guestId` only. A signed-in user has `userId` and `role`, and also the `guestId` of the session before
 * the sign-in, so that services can transfer the guest's data at once. An admin has `permissions`, which may have names of a newer version.
 */
export const identityClaimsSchema = z.object({
  sid: z.string(),
  userId: z.optional(z.uuid()),
  email: z.optional(z.string()),
  role: z.optional(roleSchema),
  permissions: z.optional(z.array(z.string())),
  guestId: z.optional(z.uuid()),
  /** When this session entered a code of the second factor last; of admins who have one. */
  secondFactorAt: z.optional(z.iso.datetime()),
  /** The account has a second factor, and this session has entered no code of it. */
  isCodeMissing: z.optional(z.boolean()),
});
export type IdentityClaims = z.infer<typeof identityClaimsSchema>;

/** Header with the identity token from the gateway to the services. The gateway removes it from requests of clients. */
export const IDENTITY_HEADER = 'x-identity-token';
/**
 * Header with the network of the client's address, such as 203.0.113.0/24, from the gateway to the services. The gateway removes it
 * from requests of clients.
 */
export const NETWORK_HEADER = 'x-client-network';
/** Header with the code of an error, from the services to the gateway, which logs it and removes it from answers. */
export const ERROR_CODE_HEADER = 'x-error-code';

/** Code of a 503: the process starts or ends, and has not made the change. Another replica, or this one a moment later, answers. */
export const SERVICE_RESTARTING = 'SERVICE_RESTARTING';
/** Header of a page's request that its visitor did not cause, such as a poll of a page that was left open. It does not extend the session. */
export const PASSIVE_HEADER = 'x-passive';
export const IDENTITY_ISSUER = 'identity-svc';
/** The services. A token that is signed with the same key for anything else needs another audience. */
export const IDENTITY_TOKEN_AUD = 'services';

/** Header with the gateway's own token, for addresses below `/internal/`. The gateway removes it from requests of clients. */
export const SERVICE_TOKEN_HEADER = 'x-service-token';
export const GATEWAY_ISSUER = 'gateway';

export const MESSAGES = {
  notSignedIn: 'Not signed in',
  adminRequired: 'Admin access required',
  notFound: 'Not found',
  invalid: 'Something in this request is not valid.',
  unexpected: 'Something went wrong on our side. Please try again.',
} as const;

export const PERMISSION_MESSAGES: Readonly<Record<NeededPermission, string>> = {
  refund: 'Your account may not give money back. Please ask an admin whose account may.',
  export: 'Your account may not download lists of customers. Please ask an admin whose account may.',
  all: 'Your account may not do this. Please ask an admin who may give money back and download lists of customers.',
};

/** The caller is an admin whose account lacks this permission. */
export const permissionMissing = (permission: NeededPermission): DomainError =>
  new DomainError('PERMISSION_MISSING', 'forbidden', PERMISSION_MESSAGES[permission]);

/** The caller has no session, or none that may make the call. */
export const sessionMissing = (): DomainError =>
  new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);

/** Of a 403: the call needs a code of the last ten minutes, or the first code of this session. */
export const SECOND_FACTOR_NOT_RECENT = 'SECOND_FACTOR_NOT_RECENT';
export const SECOND_FACTOR_MESSAGE = 'Please enter a code of your authenticator app first.';
