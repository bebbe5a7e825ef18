import type { ArchiveRoute, ForwardedRoute } from './route.js';

/** What a session that still has to enter a code of its second factor may do nevertheless: sign in fully. */
const OPEN_PATHS: readonly string[] = ['/api/second-factor'];

/** What decides it. */
export type CalledRoute =
  | Pick<ForwardedRoute, 'access' | 'method' | 'path' | 'service'>
  | Pick<ArchiveRoute, 'access' | 'archive' | 'method' | 'path'>;

/**
 * Whether a call needs a code of the second factor, of an account that has one: each call that changes or exports the account. The password
 * alone opens what a customer's session needs: reading the current user, signing out, shopping. Access levels refuse the admin's calls.
 */
export const needsSecondFactor = (route: CalledRoute): boolean =>
  route.access === 'user' &&
  !OPEN_PATHS.includes(route.path) &&
  ('archive' in route || (route.service === 'identity' && route.method !== 'GET'));
