import { DomainError } from '@shop/contracts/common';
import fc from 'fast-check';
import type { Death, Ending } from './conductor.js';
import type { MoneyShop } from './money-shop.js';
import { falsehoodsIn } from './money-truth.js';
import type { Act, Play } from './money-acts.js';

/** What is known before anything is done: enough to leave out what can't be yet. */
export interface Known {
  isShipped: boolean;
}

export interface Stage {
  shop: MoneyShop;
  play: Play;
  heard: Set<string>;
}

interface Scripted {
  act: Act;
  death: Death | null;
}

/** A run is at rest after so many rounds of deliveries and sweeps, each a day after the last. */
const ROUNDS = 6;

const NEEDS_ORDER: ReadonlySet<Act['kind']> = new Set(['pay', 'answer', 'bank', 'hear', 'return', 'cancel', 'sweep', 'leave']);

/** A refusal is an answer. Anything else is a fault. */
function faultOf(ending: Ending): string | null {
  if (ending.how !== 'failed' || ending.error instanceof DomainError) return null;
  return ending.error instanceof Error ? (ending.error.stack ?? ending.error.message) : String(ending.error);
}

/** Things done at the same moment, statement by statement in the order of `choices`; some of the processes die on the way. */
class Together implements fc.AsyncCommand<Known, Stage> {
  constructor(
    private readonly scripted: readonly Scripted[],
    private readonly choices: readonly number[],
  ) {}

  check({ isShipped }: Readonly<Known>): boolean {
    return isShipped || this.scripted.some(({ act }) => !NEEDS_ORDER.has(act.kind));
  }

  async run(known: Known, { shop, play, heard }: Stage): Promise<void> {
    if (this.scripted.some(({ act }) => act.kind === 'ship')) known.isShipped = true;
    const parts = this.scripted.map(({ act, death }) => ({ death, run: () => play.perform(act) }));
    const endings = await shop.conductor.play(parts, this.choices);
    const faults = endings.map(faultOf).filter((fault) => fault !== null);
    if (faults.length > 0) throw new Error(`a fault, where there may only be refusals: ${faults.join('\n')}`);
    for (const [index, ending] of endings.entries()) {
      if (this.scripted[index]?.act.kind === 'hear' && ending.how === 'done' && typeof ending.value === 'string') heard.add(ending.value);
    }
  }

  toString(): string {
    const said = this.scripted.map(({ act, death }) => `${JSON.stringify(act)}${death ? ` dies ${death.isAfter ? 'after' : 'before'} its statement ${death.at}` : ''}`);
    return said.length === 1 ? said[0]! : `together [${said.join(', ')}] in the order ${this.choices.join(' ')}`;
  }
}

const choice = fc.nat(3);
const product = fc.constantFrom(0 as const, 1 as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'ship' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), product }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), line: choice, quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), line: choice }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reprice' as const), product, cents: fc.constantFrom(2_400, 99, 1_250) }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('pay' as const), secret: choice, card: fc.constantFrom('accepted' as const, 'accepted' as const, 'accepted' as const, 'declined' as const, 'challenged' as const, 'slow' as const, 'slowAndDeclined' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const), secret: choice, answer: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'bank' as const }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('hear' as const), webhook: choice }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('return' as const), order: choice }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'sweep' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: choice }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'leave' as const }) },
);

const death = fc.option(fc.record({ at: fc.integer({ min: 1, max: 30 }), isAfter: fc.boolean() }), { freq: 4 });
const scripted: fc.Arbitrary<Scripted> = fc.record({ act, death });
const choices = fc.array(fc.nat(2), { minLength: 4, maxLength: 24 });
const together = fc.tuple(fc.array(scripted, { minLength: 1, maxLength: 3 }), choices).map(([parts, order]) => new Together(parts, order));

const asScripted = (done: Act, dying: Death | null = null): Scripted => ({ act: done, death: dying });
const laterDeath = fc.option(fc.record({ at: fc.integer({ min: 8, max: 30 }), isAfter: fc.boolean() }), { freq: 2 });

/** The cart has grown, and a checkout that brings the order up to it meets a payment: the narrowest place of all. */
const grown = fc.constant(new Together([asScripted({ kind: 'add', product: 1 })], []));
const raced = fc.tuple(laterDeath, choices).map(
  ([dying, order]) => new Together([asScripted({ kind: 'ship' }, dying), asScripted({ kind: 'pay', secret: 0, card: 'accepted' }), asScripted({ kind: 'add', product: 0 })], order),
);
const died = laterDeath.map((dying) => new Together([asScripted({ kind: 'ship' }, dying)], []));
const paid = fc.constant(new Together([asScripted({ kind: 'pay', secret: 0, card: 'accepted' })], []));

export const commands = fc.commands([together, together, raced, grown, died, paid], { maxCommands: 8, size: 'max' });

/** Everything that has not arrived does, everybody asks, and days go by, until nothing is open any more. */
async function comeToRest({ shop, play, heard }: Stage): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await play.bank();
    for (const webhook of await play.webhooks()) {
      if (heard.has(webhook.id)) continue;
      await play.hear(webhook).then(() => heard.add(webhook.id), refusalOnly);
    }
    await play.perform({ kind: 'sweep' });
    const [rest] = await shop.rows<{ open: number }>(`SELECT (SELECT count(*) FROM orders WHERE status = 'created')::int + (SELECT count(*) FROM refunds WHERE refunded_at IS NULL)::int AS open`);
    const unheard = (await play.webhooks()).some(({ id }) => !heard.has(id));
    if (rest?.open === 0 && !unheard) return;
    await play.leave();
  }
}

function refusalOnly(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** @throws Error with every sentence that does not hold in the end. */
export async function prove(stage: Stage): Promise<void> {
  await comeToRest(stage);
  const falsehoods = await falsehoodsIn(stage.shop);
  if (falsehoods.length > 0) throw new Error(falsehoods.join('\n'));
}
