import type { EventPayload } from '@shop/contracts-common';
import type { SecondFactorState, User, userErasureRequested, userRegistered } from '@shop/contracts-identity';
import { getSessionRole } from './session-role.rules.js';
import type { UserRow } from './users.repository.js';

/** Without the password hash, and with the role that the session has. */
export const toUser = (
  { id, email, permissions, firstName, lastName, profileImageUrl, emailConfirmedAt }: UserRow,
  secondFactor: SecondFactorState | undefined,
): User => {
  const role = getSessionRole(secondFactor);
  return {
    ...{ id, email, role, firstName, lastName, profileImageUrl },
    ...(role === 'admin' ? { permissions } : {}),
    emailConfirmed: emailConfirmedAt !== null,
    ...(secondFactor && { secondFactor }),
  };
};

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
