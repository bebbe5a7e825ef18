/**
 * Without a production configuration a start has conveniences that only this machine may reach: a printed admin password, emails on a page, test
 * payments.
 */
type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentProblem {
  readonly variable: string;
  readonly message: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or address leads to this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Stripe's keys name their mode: docs.stripe.com/keys. */
const LIVE_KEY = /^(?:sk|rk|pk)_live_/;
const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'];

const PRODUCTION = 'Set NODE_ENV=production with the settings of docs/configuration.md';

/** Why an environment may not be one of development. Empty for production, and for a local shop with test keys. */
export function findDevelopmentProblems(env: Environment): EnvironmentProblem[] {
  if (env.NODE_ENV === 'production') return [];
  const host = env.HOST || '127.0.0.1';
  const hostProblem = {
    variable: 'HOST',
    message: `${host} is reachable from other machines, and development has conveniences that only this machine may reach. ${PRODUCTION}, or HOST=127.0.0.1.`,
  };
  const keyProblems = KEYS.filter((name) => LIVE_KEY.test(env[name]?.trim() ?? '')).map((variable) => ({
    variable,
    message: `a live key takes real money, and development has conveniences that a shop with real money must not have. ${PRODUCTION}, or a test key.`,
  }));
  return isLoopback(host) ? keyProblems : [hostProblem, ...keyProblems];
}
