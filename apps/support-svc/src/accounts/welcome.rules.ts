/**
 * Who is welcomed by a letter: a person who has just registered. Not the admin that a start makes, and nobody again when all accounts are
 * told of anew (`npm run events -- republish user`), however long ago that person came.
 */
import type { Role } from '@shop/contracts/common';

const FRESH_FOR_MS = 24 * 3_600_000;

export const isWelcomed = ({ role, registeredAt }: { role: Role; registeredAt: string }, now: Date): boolean =>
  role === 'user' && now.getTime() - Date.parse(registeredAt) < FRESH_FOR_MS;
