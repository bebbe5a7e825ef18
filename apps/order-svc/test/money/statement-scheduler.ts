import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A process crashes at a statement: before the database runs it, or after, so that the process never gets the result.
 */
export interface Crash {
  atStatement: number;
  isAfterStatement: boolean;
}

export interface ScheduledProcess {
  run: () => Promise<unknown>;
  crash: Crash | null;
}

/** The result of a process and its number of statements. A crashed process returns nothing. */
export type ProcessResult = (
  { outcome: 'crashed' } | { outcome: 'failed'; error: unknown } | { outcome: 'completed'; value: unknown }
) & {
  statements: number;
};

class CrashError extends Error {}

interface ProcessState {
  index: number;
  crash: Crash | null;
  statements: number;
  /** Statements that wait for their turn or run in the database. */
  pendingStatements: number;
  /** The transaction is open and may hold locks. */
  isInTransaction: boolean;
  isCrashed: boolean;
  isFinished: boolean;
}

interface WaitingStatement {
  process: ProcessState;
  release: () => void;
}

/**
 * A statement that takes longer may wait for a lock, so the database is polled with growing intervals. Most statements
 * take a third of it.
 */
const FIRST_POLL_MS = 1;
const MAX_POLL_MS = 50;

/** PostgreSQL does this itself when a client disconnects. */
const isServerCleanup = (text: string): boolean => text.startsWith('ROLLBACK');

const endsTransaction = (text: string): boolean => text === 'COMMIT' || text === 'ROLLBACK';

/** A statement can only wait for a lock if another process may hold one. */
const canAnyBlock = (processes: readonly ProcessState[]): boolean =>
  processes.filter(
    ({ isFinished: isDone, isInTransaction, pendingStatements: pending }) =>
      !isDone && (isInTransaction || pending > 0),
  ).length > 1;

/**
 * Runs several processes concurrently on one database, one statement at a time. The given choices decide the sequence,
 * so the same choices repeat the same run. A statement that waits for another process's lock is skipped until it has
 * the lock.
 */
export class StatementScheduler {
  private readonly currentProcess = new AsyncLocalStorage<ProcessState>();
  private waiting: WaitingStatement[] = [];
  private runningStatements = 0;
  private notifyChange: () => void = () => undefined;

  /** `countBlocked`: how many statements wait for a lock now. */
  constructor(private readonly countBlocked: () => Promise<number>) {}

  /** Every statement of the processes goes through here. */
  async runStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
    const process = this.currentProcess.getStore();
    if (!process || process.isFinished) return run();
    if (process.isCrashed && !isServerCleanup(text)) throw new CrashError();
    process.pendingStatements += 1;
    if (process.isCrashed) this.runningStatements += 1;
    else await this.waitForTurn(process);
    try {
      return await this.executeOrCrash(process, text, run);
    } finally {
      this.runningStatements -= 1;
      process.pendingStatements -= 1;
      this.notifyChange();
    }
  }

  /** Each choice is the position of the next statement among those that can run. */
  async runProcesses(processes: readonly ScheduledProcess[], choices: readonly number[]): Promise<ProcessResult[]> {
    const states = processes.map(({ crash }, index): ProcessState => ({
      index,
      crash,
      statements: 0,
      pendingStatements: 0,
      isInTransaction: false,
      isCrashed: false,
      isFinished: false,
    }));
    const results = states.map((state, index) =>
      this.currentProcess.run(state, () => this.runProcess(state, processes[index]!)),
    );
    for (let turn = 0; ; turn += 1) {
      await this.waitUntilIdle(states);
      if (states.every(({ isFinished: isDone }) => isDone)) return Promise.all(results);
      const next = this.takeNext(choices.length === 0 ? 0 : choices[turn % choices.length]!);
      // If all processes wait for a lock, PostgreSQL detects the deadlock.
      if (next) next.release();
      else await this.waitForChange();
    }
  }

  private async runProcess(state: ProcessState, { run }: ScheduledProcess): Promise<ProcessResult> {
    try {
      const value = await run();
      return {
        ...(state.isCrashed ? { outcome: 'crashed' } : { outcome: 'completed', value }),
        statements: state.statements,
      };
    } catch (error) {
      return {
        ...(state.isCrashed ? { outcome: 'crashed' } : { outcome: 'failed', error }),
        statements: state.statements,
      };
    } finally {
      state.isFinished = true;
      this.notifyChange();
    }
  }

  private async executeOrCrash<Result>(
    process: ProcessState,
    text: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    if (process.isCrashed) return run().finally(() => (process.isInTransaction = false));
    process.statements += 1;
    const crashesHere = process.crash?.atStatement === process.statements;
    const isAfterStatement = isServerCleanup(text) || process.crash?.isAfterStatement === true;
    if (crashesHere && !isAfterStatement) this.crash(process);
    if (text === 'START TRANSACTION') process.isInTransaction = true;
    const result = await run();
    if (endsTransaction(text)) process.isInTransaction = false;
    if (crashesHere) this.crash(process);
    return result;
  }

  private crash(process: ProcessState): never {
    process.isCrashed = true;
    throw new CrashError();
  }

  private waitForTurn(process: ProcessState): Promise<void> {
    return new Promise((release) => {
      this.waiting.push({ process, release });
      this.notifyChange();
    });
  }

  private takeNext(choice: number): WaitingStatement | undefined {
    this.waiting.sort((one, other) => one.process.index - other.process.index);
    const [statement] = this.waiting.splice(choice % Math.max(1, this.waiting.length), 1);
    if (statement) this.runningStatements += 1;
    return statement;
  }

  /** Waits until every process has finished, waits for its turn, or waits for a lock. */
  private async waitUntilIdle(processes: readonly ProcessState[]): Promise<void> {
    const isAnyComputing = (): boolean =>
      processes.some(({ isFinished: isDone, pendingStatements: pending }) => !isDone && pending === 0);
    for (let pollMs = FIRST_POLL_MS; ;) {
      if (isAnyComputing()) await this.waitForChange();
      else if (this.runningStatements === 0) return;
      else if (!canAnyBlock(processes)) await this.waitForChange();
      else if (await this.changesWithinMs(pollMs)) pollMs = FIRST_POLL_MS;
      else if ((await this.countBlocked()) === this.runningStatements && !isAnyComputing()) return;
      else pollMs = Math.min(MAX_POLL_MS, pollMs * 2);
    }
  }

  private waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      this.notifyChange = resolve;
    });
  }

  private async changesWithinMs(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const changed = await Promise.race([this.waitForChange().then(() => true), late]);
    clearTimeout(timer);
    return changed;
  }
}
