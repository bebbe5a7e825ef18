import { DomainError } from '@shop/contracts/common';
import type pg from 'pg';
import { AskPrinter } from '../../src/fulfilment/ask-printer.js';
import { SubmitOrder } from '../../src/fulfilment/submit-order.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { ADMIN } from './command-runner.js';
import type { TestRun } from './scenarios.js';
import { passOneDay, makeReadyToPrint, stopFailingRefunds } from './simulated-time.js';
import { findViolations } from './invariants.js';

/** A run is at rest after so many rounds of deliveries and sweeps, each a day after the last. */
const MAX_DAYS = 8;
/** From here on no bank sends back what is given back. */
const DAY_REFUNDS_SUCCEED = 3;

/** What is not at its end yet, and what the printer is known to have: it is asked about nothing else. */
const READ_OPEN_WORK = `
  SELECT ((SELECT count(*) FROM orders WHERE status = 'created')
      + (SELECT count(*) FROM refunds WHERE refunded_at IS NULL AND failure IS NULL)
      + (SELECT count(*) FROM sandbox_refunds WHERE settles_at IS NOT NULL)
      + (SELECT count(*) FROM sandbox_disputes WHERE status = 'needs_response'))::int AS open,
    (SELECT count(*) FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.state IN ('held', 'waiting', 'submitting') AND o.payment_status = 'paid')::int AS unprinted,
    ARRAY(SELECT p.order_id FROM sandbox_print_orders p JOIN fulfilments f ON f.order_id = p.order_id WHERE f.state = 'submitted' ORDER BY p.accepted_at) AS printing`;

interface OpenWork {
  open: number;
  unprinted: number;
  /** Orders. */
  printing: string[];
}

function ignoreDomainError(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** False where something was refused, and comes again. */
async function deliverWebhooks({ runner: play, delivered: heard }: TestRun): Promise<boolean> {
  let isAll = true;
  for (const webhook of await play.webhooks()) {
    if (heard.has(webhook.id)) continue;
    await play.deliverWebhook(webhook).then(() => heard.add(webhook.id), ignoreDomainError);
    isAll &&= heard.has(webhook.id);
  }
  return isAll;
}

async function readOpenWork({ shop }: TestRun): Promise<OpenWork> {
  const [openWork] = await shop.listRows<OpenWork & pg.QueryResultRow>(READ_OPEN_WORK);
  if (!openWork) throw new Error('A look is one row');
  return openWork;
}

/** The printer says how its orders are, and gets what it should have. */
async function pollAndSubmit({ shop }: TestRun, { printing, unprinted }: OpenWork): Promise<void> {
  for (const orderId of printing) await shop.get(AskPrinter).ask(orderId);
  if (unprinted === 0) return;
  await makeReadyToPrint(shop);
  await shop.get(SubmitOrder).submitDue();
}

/** An admin presses every button there is; how many. */
async function resolveAll({ shop }: TestRun): Promise<number> {
  const { newest } = await shop.get(DiscrepanciesRepository).listNewest();
  for (const { id } of newest)
    await shop.get(DiscrepancyResolutionService).resolveDiscrepancy(id, ADMIN).catch(ignoreDomainError);
  return newest.length;
}

/** Everything that has not arrived does, everybody asks, and days go by, until nothing is open any more; false where that has no end. */
async function completeAllWork(testRun: TestRun): Promise<boolean> {
  const { shop, runner: play } = testRun;
  if (play.hasSignedIn) await play.claimGuest();
  for (let day = 1; day <= MAX_DAYS; day += 1) {
    if (day === DAY_REFUNDS_SUCCEED) await stopFailingRefunds(shop);
    await play.settleBankDecisions();
    const isDelivered = await deliverWebhooks(testRun);
    await play.runCommand({ kind: 'reconcile' });
    await pollAndSubmit(testRun, await readOpenWork(testRun));
    // What the printer just said may have begun a refund.
    const { open } = await readOpenWork(testRun);
    if (isDelivered && open === 0 && (await deliverWebhooks(testRun)) && (await resolveAll(testRun)) === 0) return true;
    await passOneDay(shop);
  }
  return false;
}

/** @throws Error with every sentence that does not hold in the end. */
export async function verifyFinalState(testRun: TestRun): Promise<void> {
  const isComplete = await completeAllWork(testRun);
  const violations = await findViolations(testRun);
  if (!isComplete) violations.push('something is left open, or to be mended by an admin, however long it is waited');
  if (violations.length > 0) throw new Error(violations.join('\n'));
}
