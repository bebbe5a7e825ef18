import { Injectable } from '@nestjs/common';

/** `degraded`: does not answer, and the service does its work all the same. */
export type ComponentState = 'up' | 'down' | 'degraded';

/** A backing part that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

interface Check {
  run: () => Promise<unknown>;
  /** What it means when it does not answer. */
  stateOnFailure: ComponentState;
}

async function runCheck({ run: run, stateOnFailure: stateOnFailure }: Check): Promise<ComponentState> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ComponentState>((resolve) => {
    timer = setTimeout(() => resolve(stateOnFailure), CHECK_TIMEOUT_MS);
  });
  const result = run().then(
    (): ComponentState => 'up',
    (): ComponentState => stateOnFailure,
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** The backing parts of this service; a feature that leans on another part adds a check of its own. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();

  /** `check` resolves where the part answers, and rejects where it does not. */
  add(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { run: check, stateOnFailure: 'down' });
  }

  /** A part without which the service is ready all the same: it is named `degraded` where it does not answer. */
  addOptional(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { run: check, stateOnFailure: 'degraded' });
  }

  async runChecks(): Promise<{ ready: boolean; parts: Record<string, ComponentState> }> {
    const states = await Promise.all(
      [...this.checks].map(async ([part, check]) => [part, await runCheck(check)] as const),
    );
    return { ready: states.every(([, state]) => state !== 'down'), parts: Object.fromEntries(states) };
  }
}
