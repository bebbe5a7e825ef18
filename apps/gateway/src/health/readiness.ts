import { isDomainError } from '@shop/contracts/common';
import type { ServiceName } from '../routes.js';

/** `degraded`: the component does not answer, but its service works without it. */
export type ComponentState = 'up' | 'down' | 'degraded';

export interface ServiceState {
  state: ComponentState;
  /** For the operator: what is wrong with a component of the gateway, if it says so. */
  reason?: string;
  /** Components of the service, from its `/readyz`. */
  parts?: Record<string, ComponentState>;
}

export interface Readiness {
  ready: boolean;
  parts: Record<string, ServiceState>;
}

interface ReadinessOptions {
  urls: Record<ServiceName, string>;
  /** Checks of the gateway's own components. Each resolves if the component answers. */
  own: Record<string, () => Promise<unknown>>;
}

/** A service or component that does not answer within this time is down. The services' own checks take at most two seconds. */
const CHECK_TIMEOUT_MS = 2_500;
/** `/readyz` is public, so results are cached to limit the load on the services. */
const CACHE_MS = 500;

async function checkService(url: string): Promise<ServiceState> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    const { parts } = (await response.json()) as { parts?: Record<string, ComponentState> };
    return { state: response.ok ? 'up' : 'down', ...(parts ? { parts } : {}) };
  } catch {
    return { state: 'down' };
  }
}

async function checkComponent(check: () => Promise<unknown>): Promise<ServiceState> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ServiceState>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'down' }), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): ServiceState => ({ state: 'up' }),
    (error: unknown): ServiceState => ({
      state: 'down',
      ...(isDomainError(error) ? { reason: error.message } : {}),
    }),
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Ready if every service with its components answers. */
export function createReadiness({ urls, own }: ReadinessOptions): () => Promise<Readiness> {
  let cached: { until: number; readiness: Promise<Readiness> } | undefined;
  const checkAll = async (): Promise<Readiness> => {
    const services = Object.entries(urls).map(async ([name, url]) => [name, await checkService(url)] as const);
    const parts = Object.entries(own).map(async ([name, check]) => [name, await checkComponent(check)] as const);
    const states = await Promise.all([...services, ...parts]);
    return { ready: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states) };
  };
  return () => {
    if (!cached || Date.now() >= cached.until) {
      const checking = { until: Number.POSITIVE_INFINITY, readiness: checkAll() };
      cached = checking;
      void checking.readiness.finally(() => (checking.until = Date.now() + CACHE_MS));
    }
    return cached.readiness;
  };
}
