import * as z from 'zod/mini';
import {
  createCustomerListQuerySchema,
  orAbsent,
  permissionSchema,
  readable,
  roleSchema,
  timelineEntryReader,
  timelineEntrySchema,
} from '@shop/contracts-common';

const ROLE_INVALID = 'Role must be user or admin';
const roleQuerySchema = z.enum(roleSchema.options, ROLE_INVALID);

/** `GET /api/admin/users`, and of the search */
export const adminUsersQuerySchema = z.extend(createCustomerListQuerySchema(), { role: z.optional(roleQuerySchema) });
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>;

/** An account, for admins. */
export const adminUserSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  role: roleSchema,
  /** Of an admin. */
  permissions: z.optional(z.array(permissionSchema)),
  /** Whether a link in an email to the address was used. */
  emailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When its erasure began; null: it is open. */
  closedAt: z.nullable(z.iso.datetime()),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Where a user is signed in: nothing of it opens the session. `browser`: in words, as of the sign-in. `lastUsedOn`: a day. */
export const adminUserSessionSchema = z.object({
  browser: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  lastUsedOn: z.iso.date(),
});
export type AdminUserSession = z.infer<typeof adminUserSessionSchema>;

/** `GET /api/admin/users/:id`, and the answer to changes. `version`: of role and permissions. */
export const adminUserDetailSchema = z.extend(adminUserSchema, {
  version: z.string(),
  /** The last used first. */
  sessions: z.array(adminUserSessionSchema),
  /** What happened to the account, newest first. */
  timeline: z.optional(z.array(timelineEntrySchema)),
});
export type AdminUserDetail = z.infer<typeof adminUserDetailSchema>;

/** `PATCH /api/admin/users/:id/role`. `permissions`: what an admin may do besides the calls of every admin; none unless named. */
export const changeRoleRequestSchema = z.object({
  role: z.enum(roleSchema.options, ROLE_INVALID),
  permissions: z._default(z.array(permissionSchema).check(z.maxLength(20)), []),
});
export type ChangeRoleRequest = z.infer<typeof changeRoleRequestSchema>;

const readableUser = readable(adminUserSchema);
export const adminUserReader = z.extend(readableUser, {
  role: z.catch(readableUser.shape.role, 'user'),
  emailConfirmed: orAbsent(readableUser.shape.emailConfirmed),
  hasSecondFactor: orAbsent(readableUser.shape.hasSecondFactor),
  createdAt: orAbsent(readableUser.shape.createdAt),
});
export type DisplayedUser = z.output<typeof adminUserReader>;

const readableDetail = readable(adminUserDetailSchema);
export const adminUserDetailReader = z.extend(adminUserReader, {
  version: orAbsent(readableDetail.shape.version),
  sessions: z.catch(readableDetail.shape.sessions, []),
  timeline: orAbsent(z.array(timelineEntryReader)),
});
export type DisplayedUserDetail = z.output<typeof adminUserDetailReader>;
