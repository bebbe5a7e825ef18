/**
 * Only a person who has just registered gets a welcome email: not the admin that identity-svc creates at its start, and not an older account
 * that `npm run events -- republish user` publishes again.
 */
import type { Role } from '@shop/contracts/common';

const NEW_FOR_MS = 24 * 3_600_000;

export const shouldWelcome = ({ role, registeredAt }: { role: Role; registeredAt: string }, now: Date): boolean =>
  role === 'user' && now.getTime() - Date.parse(registeredAt) < NEW_FOR_MS;
