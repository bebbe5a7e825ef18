import { Injectable } from '@nestjs/common';

/** `degraded`: does not answer, and the service does its work all the same. */
export type PartState = 'up' | 'down' | 'degraded';

/** A backing part that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

interface Check {
  ask: () => Promise<unknown>;
  /** What it means when it does not answer. */
  silent: PartState;
}

async function stateOf({ ask, silent }: Check): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve(silent), CHECK_TIMEOUT_MS);
  });
  const answer = ask().then(
    (): PartState => 'up',
    (): PartState => silent,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The backing parts of this service; a feature that leans on another part adds a check of its own. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();

  /** `check` resolves where the part answers, and rejects where it does not. */
  add(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { ask: check, silent: 'down' });
  }

  /** A part without which the service is ready all the same: it is named `degraded` where it does not answer. */
  addOptional(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { ask: check, silent: 'degraded' });
  }

  async read(): Promise<{ ready: boolean; parts: Record<string, PartState> }> {
    const states = await Promise.all(
      [...this.checks].map(async ([part, check]) => [part, await stateOf(check)] as const),
    );
    return { ready: states.every(([, state]) => state !== 'down'), parts: Object.fromEntries(states) };
  }
}
