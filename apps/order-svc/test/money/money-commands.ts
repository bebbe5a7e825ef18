import { DomainError } from '@shop/contracts/common';
import type fc from 'fast-check';
import type { Death, Ending } from './conductor.js';
import type { Act, Play } from './money-acts.js';
import type { MoneyShop } from './money-shop.js';
import { endLeases } from './money-time.js';
import type { Trouble } from './provider-line.js';

/** No act makes more statements, whomever it meets; and at each of them its process may die. */
export const LONGEST_ACT = 250;

/** What is known before anything is done: enough to leave out what can't be yet. */
export interface Known {
  isShipped: boolean;
  isPaid: boolean;
}

export interface Stage {
  shop: MoneyShop;
  play: Play;
  /** Webhooks that were answered with 200. */
  heard: Set<string>;
}

export interface Scripted extends Partial<Trouble> {
  act: Act;
  death: Death | null;
}

const NEEDS_NOTHING: ReadonlySet<Act['kind']> = new Set(['ship', 'add', 'set', 'remove', 'reprice', 'signIn']);
const NEEDS_PAYMENT: ReadonlySet<Act['kind']> = new Set([
  'bank',
  'hear',
  'process',
  'cancelOwn',
  'refund',
  'dashboard',
  'draw',
  'drawn',
  'notDrawn',
  'remake',
  'endChangeWindow',
  'print',
  'printer',
  'place',
  'resize',
  'readdress',
  'mend',
  'sendByHand',
  'press',
]);
const BRINGS_PAYMENT: ReadonlySet<Act['kind']> = new Set(['pay', 'payShown', 'answer']);

/** A refusal is an answer. Anything else is a fault. */
function faultOf(ending: Ending): string | null {
  if (ending.how !== 'failed' || ending.error instanceof DomainError) return null;
  return ending.error instanceof Error ? (ending.error.stack ?? ending.error.message) : String(ending.error);
}

/** Things done at the same moment, statement by statement in the order of `choices`; some of the processes die on the way. */
export class Together implements fc.AsyncCommand<Known, Stage> {
  constructor(
    private readonly scripted: readonly Scripted[],
    private readonly choices: readonly number[],
  ) {}

  check({ isShipped, isPaid }: Readonly<Known>): boolean {
    const kinds = this.scripted.map(({ act }) => act.kind);
    const isPaidNow = isPaid || (isShipped && kinds.some((kind) => BRINGS_PAYMENT.has(kind)));
    return kinds.some((kind) => NEEDS_NOTHING.has(kind) || (NEEDS_PAYMENT.has(kind) ? isPaidNow : isShipped));
  }

  async run(known: Known, { shop, play, heard }: Stage): Promise<void> {
    this.learn(known);
    if (this.scripted.some(({ act }) => act.kind === 'print')) await endLeases(shop);
    const parts = this.scripted.map(({ act, death, unheardFrom = null, isRefused = false }) => ({
      death,
      run: () => shop.provider.during({ unheardFrom, isRefused }, () => play.perform(act)),
    }));
    const endings = await shop.conductor.play(parts, this.choices);
    play.changes.endScene();
    const longest = Math.max(...endings.map(({ statements }) => statements));
    if (longest > LONGEST_ACT)
      throw new Error(
        `${longest} statements in one act, of which nobody would die at the last: LONGEST_ACT is ${LONGEST_ACT}`,
      );
    const faults = endings.map(faultOf).filter((fault) => fault !== null);
    if (faults.length > 0) throw new Error(`a fault, where there may only be refusals: ${faults.join('\n')}`);
    for (const [index, ending] of endings.entries()) {
      if (this.scripted[index]?.act.kind === 'hear' && ending.how === 'done' && typeof ending.value === 'string')
        heard.add(ending.value);
    }
  }

  toString(): string {
    const said = this.scripted.map(
      ({ act, death, unheardFrom, isRefused }) =>
        `${JSON.stringify(act)}${unheardFrom ? ` unheard from its answer ${unheardFrom} on` : ''}${isRefused ? ' refused an intent' : ''}${death ? ` dies ${death.isAfter ? 'after' : 'before'} its statement ${death.at}` : ''}`,
    );
    return said.length === 1 ? said[0]! : `together [${said.join(', ')}] in the order ${this.choices.join(' ')}`;
  }

  private learn(known: Known): void {
    if (known.isShipped && this.scripted.some(({ act }) => BRINGS_PAYMENT.has(act.kind))) known.isPaid = true;
    if (this.scripted.some(({ act }) => act.kind === 'ship')) known.isShipped = true;
  }
}

export const alone = (act: Act, death: Death | null = null): Together => new Together([{ act, death }], []);

/** One scene after the other, as a story that would hardly come about by chance. */
export class Story implements fc.AsyncCommand<Known, Stage> {
  constructor(private readonly scenes: readonly Together[]) {}

  check(): boolean {
    return true;
  }

  async run(known: Known, stage: Stage): Promise<void> {
    for (const scene of this.scenes) await scene.run(known, stage);
  }

  toString(): string {
    return this.scenes.join(', then ');
  }
}
