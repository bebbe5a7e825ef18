import { DomainError, sessionMissing } from '@shop/contracts-common';
import type { RoleDecision } from '@shop/contracts-identity';
import type { Caller } from '@shop/service-kit';

/** No one changes the own account here: an admin would lock themselves out by one click, and the last one everybody. Returns the admin's id. */
export function assertOtherAccount(caller: Caller, userId: string): string {
  if (caller.kind !== 'user') throw sessionMissing();
  if (caller.userId === userId)
    throw new DomainError(
      'ACCOUNT_OWN',
      'impossible',
      'This is your own account. You can change it in your profile only.',
    );
  return caller.userId;
}

/** Throws 409 or 422 if the role stays for another reason than that it is the same. */
export function assertRoleChangeable(decision: RoleDecision): void {
  if (decision === 'closed') throw new DomainError('ACCOUNT_CLOSED', 'conflict', 'This account is being deleted.');
  if (decision === 'unconfirmed')
    throw new DomainError(
      'EMAIL_UNCONFIRMED',
      'impossible',
      'No one has confirmed the address of this account, so anyone may have made it. Its owner opens the link in the email of the registration first.',
    );
}

/** The erasure of an admin goes by way of the role, so that the other admins get an email, and one admin stays. */
export const accountIsAdmin = (): DomainError =>
  new DomainError('ACCOUNT_IS_ADMIN', 'impossible', 'This account is an admin’s. Please take the role away first.');

export const roleOutdated = (): DomainError =>
  new DomainError(
    'USER_CHANGED',
    'conflict',
    'Someone else has changed this account in between. Please look at it again.',
  );
