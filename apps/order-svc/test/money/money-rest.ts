import { DomainError } from '@shop/contracts/common';
import type pg from 'pg';
import { AskPrinter } from '../../src/fulfilment/ask-printer.js';
import { SubmitOrder } from '../../src/fulfilment/submit-order.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { ADMIN } from './money-acts.js';
import type { Stage } from './money-commands.js';
import { leave, makeReadyToPrint, openAccounts } from './money-time.js';
import { falsehoodsIn } from './money-truth.js';

/** A run is at rest after so many rounds of deliveries and sweeps, each a day after the last. */
const ROUNDS = 8;
/** From here on no bank sends back what is given back. */
const ACCOUNTS_OPEN = 3;

/** What is not at its end yet, and what the printer is known to have: it is asked about nothing else. */
const LOOK = `
  SELECT ((SELECT count(*) FROM orders WHERE status = 'created')
      + (SELECT count(*) FROM refunds WHERE refunded_at IS NULL AND failure IS NULL)
      + (SELECT count(*) FROM sandbox_refunds WHERE settles_at IS NOT NULL)
      + (SELECT count(*) FROM sandbox_disputes WHERE status = 'needs_response'))::int AS open,
    (SELECT count(*) FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.state IN ('held', 'waiting', 'submitting') AND o.payment_status = 'paid')::int AS unprinted,
    ARRAY(SELECT p.order_id FROM sandbox_print_orders p JOIN fulfilments f ON f.order_id = p.order_id WHERE f.state = 'submitted' ORDER BY p.accepted_at) AS printing`;

interface Look {
  open: number;
  unprinted: number;
  /** Orders. */
  printing: string[];
}

function refusalOnly(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** False where something was refused, and comes again. */
async function deliver({ play, heard }: Stage): Promise<boolean> {
  let isAll = true;
  for (const webhook of await play.webhooks()) {
    if (heard.has(webhook.id)) continue;
    await play.hear(webhook).then(() => heard.add(webhook.id), refusalOnly);
    isAll &&= heard.has(webhook.id);
  }
  return isAll;
}

async function look({ shop }: Stage): Promise<Look> {
  const [now] = await shop.rows<Look & pg.QueryResultRow>(LOOK);
  if (!now) throw new Error('A look is one row');
  return now;
}

/** The printer says how its orders are, and gets what it should have. */
async function print({ shop }: Stage, { printing, unprinted }: Look): Promise<void> {
  for (const orderId of printing) await shop.get(AskPrinter).ask(orderId);
  if (unprinted === 0) return;
  await makeReadyToPrint(shop);
  await shop.get(SubmitOrder).submitDue();
}

/** An admin presses every button there is; how many. */
async function mend({ shop }: Stage): Promise<number> {
  const { newest } = await shop.get(DiscrepanciesRepository).listNewest();
  for (const { id } of newest)
    await shop.get(DiscrepancyResolutionService).resolveDiscrepancy(id, ADMIN).catch(refusalOnly);
  return newest.length;
}

/** Everything that has not arrived does, everybody asks, and days go by, until nothing is open any more; false where that has no end. */
async function comesToRest(stage: Stage): Promise<boolean> {
  const { shop, play } = stage;
  if (play.hasSignedIn) await play.claim();
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round === ACCOUNTS_OPEN) await openAccounts(shop);
    await play.bank();
    const isDelivered = await deliver(stage);
    await play.perform({ kind: 'sweep' });
    await print(stage, await look(stage));
    // What the printer just said may have begun a refund.
    const { open } = await look(stage);
    if (isDelivered && open === 0 && (await deliver(stage)) && (await mend(stage)) === 0) return true;
    await leave(shop);
  }
  return false;
}

/** @throws Error with every sentence that does not hold in the end. */
export async function prove(stage: Stage): Promise<void> {
  const isAtRest = await comesToRest(stage);
  const falsehoods = await falsehoodsIn(stage);
  if (!isAtRest) falsehoods.push('something is left open, or to be mended by an admin, however long it is waited');
  if (falsehoods.length > 0) throw new Error(falsehoods.join('\n'));
}
