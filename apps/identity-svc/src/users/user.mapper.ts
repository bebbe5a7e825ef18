import type { EventPayload } from '@shop/contracts/common';
import type { User, userErasureRequested, userRegistered } from '@shop/contracts/identity';
import type { UserRow } from './users.repository.js';

/** Without the password hash. */
export const toUser = ({
  id,
  email,
  role,
  permissions,
  firstName,
  lastName,
  profileImageUrl,
  emailConfirmedAt,
}: UserRow): User => ({
  id,
  email,
  role,
  ...(role === 'admin' ? { permissions } : {}),
  firstName,
  lastName,
  profileImageUrl,
  emailConfirmed: emailConfirmedAt !== null,
});

export const toRegistration = ({
  id,
  email,
  firstName,
  role,
  createdAt,
}: UserRow): EventPayload<typeof userRegistered> => ({
  userId: id,
  email,
  firstName,
  role,
  registeredAt: createdAt.toISOString(),
});

export const toErasureRequest = (
  { id, email, firstName }: Pick<UserRow, 'id' | 'email' | 'firstName'>,
  closedAt: Date,
): EventPayload<typeof userErasureRequested> => ({
  userId: id,
  email,
  firstName,
  requestedAt: closedAt.toISOString(),
});
