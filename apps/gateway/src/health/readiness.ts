import type { ServiceName } from '../routes.js';

/** `degraded`: a service's part that does not answer, and without which the service works all the same. */
export type ComponentState = 'up' | 'down' | 'degraded';

export interface ServiceState {
  state: ComponentState;
  /** The service's own parts, as it told them. */
  parts?: Record<string, ComponentState>;
}

export interface Readiness {
  ready: boolean;
  parts: Record<string, ServiceState>;
}

interface ReadinessOptions {
  urls: Record<ServiceName, string>;
  /** The gateway's own parts: resolves where it answers. */
  own: Record<string, () => Promise<unknown>>;
}

/** A part that does not answer within this time counts as down. Services bound their own checks by two seconds. */
const CHECK_TIMEOUT_MS = 2_500;
/** However often it is asked from outside, the services are asked no oftener. */
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
  const timeout = new Promise<ComponentState>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): ComponentState => 'up',
    (): ComponentState => 'down',
  );
  const state = await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
  return { state };
}

/** D2: ready when every service and its backing parts answer. */
export function createReadiness({ urls, own }: ReadinessOptions): () => Promise<Readiness> {
  let cached: { until: number; answer: Promise<Readiness> } | undefined;
  const checkAll = async (): Promise<Readiness> => {
    const services = Object.entries(urls).map(async ([name, url]) => [name, await checkService(url)] as const);
    const parts = Object.entries(own).map(async ([name, check]) => [name, await checkComponent(check)] as const);
    const states = await Promise.all([...services, ...parts]);
    return { ready: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states) };
  };
  return () => {
    if (!cached || Date.now() >= cached.until) {
      const asking = { until: Number.POSITIVE_INFINITY, answer: checkAll() };
      cached = asking;
      void asking.answer.finally(() => (asking.until = Date.now() + CACHE_MS));
    }
    return cached.answer;
  };
}
