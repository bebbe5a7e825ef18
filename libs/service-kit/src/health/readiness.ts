import { Injectable } from '@nestjs/common';

export type PartState = 'up' | 'down';

/** A backing part that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

async function stateOf(check: () => Promise<unknown>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  const answer = check().then(
    (): PartState => 'up',
    (): PartState => 'down',
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The backing parts of this service; a feature that leans on another part adds a check of its own. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, () => Promise<unknown>>();

  /** `check` resolves where the part answers, and rejects where it does not. */
  add(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, check);
  }

  async read(): Promise<{ ready: boolean; parts: Record<string, PartState> }> {
    const states = await Promise.all([...this.checks].map(async ([part, check]) => [part, await stateOf(check)] as const));
    return { ready: states.every(([, state]) => state === 'up'), parts: Object.fromEntries(states) };
  }
}
