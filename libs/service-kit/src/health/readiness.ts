import { isDomainError } from '@shop/contracts-common';
import { PartFault, type PartState } from '../part-fault.js';

export interface Part {
  state: PartState;
  /** For the operator: what is wrong, if the part says so. */
  reason?: string;
}

/** The body of `/healthz/parts`. */
export interface ServiceState {
  state: PartState;
  parts: Record<string, PartState>;
}

/** Resolves if a part works. Rejects with a PartFault that names its state, or with any error if it is down. */
export type Check = () => Promise<unknown>;

/** A part that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

export async function checkPart(check: Check): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Part>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'down' }), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): Part => ({ state: 'up' }),
    (error: unknown): Part =>
      error instanceof PartFault
        ? { state: error.state }
        : { state: 'down', ...(isDomainError(error) ? { reason: error.message } : {}) },
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** States of a database in which nothing works without it. A database that can only be read still serves pages. */
const UNUSABLE: ReadonlySet<PartState | undefined> = new Set<PartState>(['down', 'refused']);

/**
 * Whether this process gets requests: what it can't work without answers, and it is not shutting down. Other parts are shown to
 * operators. They are down for all replicas at once, so no replica leaves because of them.
 */
export class Readiness {
  private draining = false;
  private readonly parts = new Map<string, Check>();

  /** A service needs its database. The gateway needs no part. */
  constructor(private readonly checkDatabase?: Check) {
    if (checkDatabase) this.parts.set('database', checkDatabase);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on the process is not ready, so that balancers send their requests elsewhere. */
  startDraining(): void {
    this.draining = true;
  }

  addPart(part: string, check: Check): void {
    this.parts.set(part, check);
  }

  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    return !this.checkDatabase || !UNUSABLE.has((await checkPart(this.checkDatabase)).state);
  }

  async checkParts(): Promise<Record<string, Part>> {
    const checks = [...this.parts].map(async ([part, check]) => [part, await checkPart(check)] as const);
    return Object.fromEntries(await Promise.all(checks));
  }

  async getServiceState(): Promise<ServiceState> {
    const checked = Object.entries(await this.checkParts());
    const parts = Object.fromEntries(checked.map(([part, { state }]) => [part, state]));
    const isWhole = Object.values(parts).every((state) => state === 'up');
    return { state: UNUSABLE.has(parts.database) ? 'down' : isWhole ? 'up' : 'degraded', parts };
  }
}
