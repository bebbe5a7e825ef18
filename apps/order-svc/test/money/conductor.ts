import { AsyncLocalStorage } from 'node:async_hooks';

/** A process dies at its n-th statement: before the database has done it, or after, so that nobody hears the answer. */
export interface Death {
  at: number;
  isAfter: boolean;
}

export interface Part {
  run: () => Promise<unknown>;
  death: Death | null;
}

/** What came of a part, after so many statements; one that died has told nobody anything. */
export type Ending = ({ how: 'died' } | { how: 'failed'; error: unknown } | { how: 'done'; value: unknown }) & {
  statements: number;
};

class Died extends Error {}

interface Actor {
  index: number;
  death: Death | null;
  statements: number;
  /** Statements that wait for their turn, or are in the database. */
  pending: number;
  /** Begun, and not ended: it may hold locks. */
  isInTransaction: boolean;
  isDead: boolean;
  isDone: boolean;
}

interface Gate {
  actor: Actor;
  open: () => void;
}

/** A statement that takes longer may wait for a lock: the database is asked, ever less often where it does not. Most take a third of it. */
const STATEMENT_MS = 1;
const LONGEST_LOOK_MS = 50;

/** What PostgreSQL does by itself when a client is gone. */
const isDoneForTheDead = (text: string): boolean => /^ROLLBACK|pg_advisory_unlock/.test(text);

const isEnd = (text: string): boolean => text === 'COMMIT' || text === 'ROLLBACK';

/** The connection goes back to the pool here, and would keep what PostgreSQL gives up when its client is gone. */
const isHeldBySession = (text: string): boolean => text.includes('pg_try_advisory_lock(');

/** Nobody waits for a lock where nobody else can hold one. */
const mayBlock = (actors: readonly Actor[]): boolean =>
  actors.filter(({ isDone, isInTransaction, pending }) => !isDone && (isInTransaction || pending > 0)).length > 1;

/**
 * Has several parts run at the same time over one database, one statement at a time, in an order that is given from outside: the same
 * order is the same run. A statement that waits for another part's lock is passed over until it has it.
 */
export class Conductor {
  private readonly stage = new AsyncLocalStorage<Actor>();
  private waiting: Gate[] = [];
  private inDatabase = 0;
  private wake: () => void = () => undefined;

  /** `countBlocked`: how many statements wait for a lock right now. */
  constructor(private readonly countBlocked: () => Promise<number>) {}

  /** Every statement of the parts goes through here. */
  async statement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
    const actor = this.stage.getStore();
    if (!actor || actor.isDone) return run();
    if (actor.isDead && !isDoneForTheDead(text)) throw new Died();
    actor.pending += 1;
    if (actor.isDead) this.inDatabase += 1;
    else await this.turnOf(actor);
    try {
      return await this.doOrDie(actor, text, run);
    } finally {
      this.inDatabase -= 1;
      actor.pending -= 1;
      this.wake();
    }
  }

  /** Each choice is the place of the next statement among those that may go on. */
  async play(parts: readonly Part[], choices: readonly number[]): Promise<Ending[]> {
    const actors = parts.map(({ death }, index): Actor => ({
      index,
      death,
      statements: 0,
      pending: 0,
      isInTransaction: false,
      isDead: false,
      isDone: false,
    }));
    const endings = actors.map((actor, index) => this.stage.run(actor, () => this.perform(actor, parts[index]!)));
    for (let turn = 0; ; turn += 1) {
      await this.untilQuiet(actors);
      if (actors.every(({ isDone }) => isDone)) return Promise.all(endings);
      const next = this.take(choices.length === 0 ? 0 : choices[turn % choices.length]!);
      // Where everybody waits for a lock, the database finds out.
      if (next) next.open();
      else await this.nextChange();
    }
  }

  private async perform(actor: Actor, { run }: Part): Promise<Ending> {
    try {
      const value = await run();
      return { ...(actor.isDead ? { how: 'died' } : { how: 'done', value }), statements: actor.statements };
    } catch (error) {
      return { ...(actor.isDead ? { how: 'died' } : { how: 'failed', error }), statements: actor.statements };
    } finally {
      actor.isDone = true;
      this.wake();
    }
  }

  private async doOrDie<Result>(actor: Actor, text: string, run: () => Promise<Result>): Promise<Result> {
    if (actor.isDead) return run().finally(() => (actor.isInTransaction = false));
    actor.statements += 1;
    const dies = actor.death?.at === actor.statements;
    const isAfter = isDoneForTheDead(text) || (actor.death?.isAfter === true && !isHeldBySession(text));
    if (dies && !isAfter) this.kill(actor);
    if (text === 'START TRANSACTION') actor.isInTransaction = true;
    const result = await run();
    if (isEnd(text)) actor.isInTransaction = false;
    if (dies) this.kill(actor);
    return result;
  }

  private kill(actor: Actor): never {
    actor.isDead = true;
    throw new Died();
  }

  private turnOf(actor: Actor): Promise<void> {
    return new Promise((open) => {
      this.waiting.push({ actor, open });
      this.wake();
    });
  }

  private take(choice: number): Gate | undefined {
    this.waiting.sort((one, other) => one.actor.index - other.actor.index);
    const [gate] = this.waiting.splice(choice % Math.max(1, this.waiting.length), 1);
    if (gate) this.inDatabase += 1;
    return gate;
  }

  /** Until every part has ended, waits for its turn, or waits for a lock. */
  private async untilQuiet(actors: readonly Actor[]): Promise<void> {
    const areThinking = (): boolean => actors.some(({ isDone, pending }) => !isDone && pending === 0);
    for (let lookMs = STATEMENT_MS; ;) {
      if (areThinking()) await this.nextChange();
      else if (this.inDatabase === 0) return;
      else if (!mayBlock(actors)) await this.nextChange();
      else if (await this.changesWithin(lookMs)) lookMs = STATEMENT_MS;
      else if ((await this.countBlocked()) === this.inDatabase && !areThinking()) return;
      else lookMs = Math.min(LONGEST_LOOK_MS, lookMs * 2);
    }
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private async changesWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const changed = await Promise.race([this.nextChange().then(() => true), late]);
    clearTimeout(timer);
    return changed;
  }
}
