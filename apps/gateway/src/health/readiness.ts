import type { ServiceName } from '../routes.js';

/** `degraded`: a service's part that does not answer, and without which the service works all the same. */
export type PartState = 'up' | 'down' | 'degraded';

export interface ServiceState {
  state: PartState;
  /** The service's own parts, as it told them. */
  parts?: Record<string, PartState>;
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
const KEPT_MS = 500;

async function askService(url: string): Promise<ServiceState> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    const { parts } = (await response.json()) as { parts?: Record<string, PartState> };
    return { state: response.ok ? 'up' : 'down', ...(parts ? { parts } : {}) };
  } catch {
    return { state: 'down' };
  }
}

async function askPart(check: () => Promise<unknown>): Promise<ServiceState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  const answer = check().then(
    (): PartState => 'up',
    (): PartState => 'down',
  );
  const state = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  return { state };
}

/** D2: ready when every service and its backing parts answer. */
export function createReadiness({ urls, own }: ReadinessOptions): () => Promise<Readiness> {
  let kept: { until: number; answer: Promise<Readiness> } | undefined;
  const ask = async (): Promise<Readiness> => {
    const services = Object.entries(urls).map(async ([name, url]) => [name, await askService(url)] as const);
    const parts = Object.entries(own).map(async ([name, check]) => [name, await askPart(check)] as const);
    const states = await Promise.all([...services, ...parts]);
    return { ready: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states) };
  };
  return () => {
    if (!kept || Date.now() >= kept.until) {
      const asking = { until: Number.POSITIVE_INFINITY, answer: ask() };
      kept = asking;
      void asking.answer.finally(() => (asking.until = Date.now() + KEPT_MS));
    }
    return kept.answer;
  };
}
