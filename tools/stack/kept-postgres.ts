import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import { reasonOf } from './start-refusal.ts';

export interface KeptPostgresOptions extends EmbeddedPostgresOptions {
  /** Told each death that nobody asked for, and each new start that fails. */
  onProblem: (sentence: string) => void;
}

// As a service's (supervised-service.ts).
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const STEADY_AFTER_MS = 20_000;

/** The embedded PostgreSQL, started again on its folder and port when it dies unasked, after ever longer pauses. Throws StartRefusal where its first start fails. */
export async function keepEmbeddedPostgres({
  onProblem,
  ...options
}: KeptPostgresOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = await startEmbeddedPostgres(options);
  let pauseMs = FIRST_PAUSE_MS;

  /** Resolves with what stood in the way; with nothing once it runs again. */
  const startAgain = async (trouble: string): Promise<string | undefined> => {
    onProblem(`${trouble} It is started again in ${pauseMs / 1000} s.`);
    const pause = delay(pauseMs, undefined, { signal });
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    try {
      await pause;
      running = await startEmbeddedPostgres({ ...options, signal, insteadOf: running });
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = Date.now();
      let trouble: string | undefined = `PostgreSQL died (${await running.ended}); its log: ${running.logFile}.`;
      if (Date.now() - startedAt >= STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      while (trouble && !signal.aborted) trouble = await startAgain(trouble);
    }
    await running.stop(); // it may have become ready at the moment of the stop
  };
  const kept = keep();
  return {
    url: running.url,
    stop: async () => {
      stopping.abort();
      await running.stop();
      await kept;
    },
  };
}
