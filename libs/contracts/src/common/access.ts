import * as z from 'zod/mini';

/**
 * Who may call.
 * - public: anybody, even without a session
 * - guest: anybody; a guest's session is opened where there is none (D13)
 * - session: whoever has a session, guest or user
 * - user: signed in
 * - admin: signed in with the role admin
 * - internal: other processes of the shop only; never routed by the gateway
 */
export const ACCESS_LEVELS = ['public', 'guest', 'session', 'user', 'admin', 'internal'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const roleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/**
 * Claims of the identity token (a JWT, ES256, signed by identity-svc, at most a minute valid).
 * A guest has `guestId` only; a signed-in customer has `userId` and `role`, and keeps the `guestId` of the
 * session it signed in from, so that services can take the guest's things along at once (D13).
 */
export const identityClaimsSchema = z.object({
  sid: z.string(),
  userId: z.optional(z.uuid()),
  email: z.optional(z.string()),
  role: z.optional(roleSchema),
  guestId: z.optional(z.uuid()),
});
export type IdentityClaims = z.infer<typeof identityClaimsSchema>;

/** The header in which the gateway hands the identity token to a service; never accepted from outside. */
export const IDENTITY_HEADER = 'x-identity-token';
export const IDENTITY_ISSUER = 'identity-svc';

export const SENTENCES = {
  notSignedIn: 'Not signed in',
  adminRequired: 'Admin access required',
  notFound: 'Not found',
  invalid: 'Something in this request is not valid.',
  unexpected: 'Something went wrong on our side. Please try again.',
} as const;
