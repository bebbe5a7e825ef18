import { DomainError } from '@shop/contracts/common';
import type pg from 'pg';
import { PrinterEventsService } from '../../src/order-lifecycle/printer-events.service.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { ADMIN } from './command-runner.js';
import type { TestRun } from './scenarios.js';
import { passOneDay, makeReadyToPrint } from './simulated-time.js';
import { findViolations } from './invariants.js';

/** A run completes within this many simulated days of deliveries and reconciliation. */
const MAX_DAYS = 8;
/** From this day on no refund fails at the bank. */
const DAY_REFUNDS_SUCCEED = 3;

/** Counts unfinished work, and lists the orders at the printer, which are the only ones to poll. */
const READ_OPEN_WORK = `
  SELECT ((SELECT count(*) FROM orders WHERE status = 'created')
      + (SELECT count(*) FROM order_refunds WHERE source = 'shop' AND refunded_at IS NULL AND failure IS NULL)
      + (SELECT count(*) FROM stripe_refunds WHERE settles_at IS NOT NULL)
      + (SELECT count(*) FROM stripe_disputes WHERE status = 'needs_response'))::int AS open,
    (SELECT count(*) FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.state IN ('change-window', 'waiting', 'submitting') AND o.payment_status = 'paid')::int AS unprinted,
    ARRAY(SELECT p.order_id FROM printed_orders p JOIN fulfilments f ON f.order_id = p.order_id WHERE f.state = 'submitted' ORDER BY p.confirmed_at) AS printing`;

interface OpenWork {
  open: number;
  unprinted: number;
  /** Order ids. */
  printing: string[];
}

function ignoreDomainError(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** False if a webhook was rejected and will be delivered again. */
async function deliverWebhooks({ shop, runner, delivered }: TestRun): Promise<boolean> {
  let isAll = true;
  for (const webhook of await shop.stripeSide.listEvents()) {
    if (delivered.has(webhook.id)) continue;
    await runner.deliverWebhook(webhook).then(() => delivered.add(webhook.id), ignoreDomainError);
    isAll &&= delivered.has(webhook.id);
  }
  return isAll;
}

async function readOpenWork({ shop }: TestRun): Promise<OpenWork> {
  const [openWork] = await shop.listRows<OpenWork & pg.QueryResultRow>(READ_OPEN_WORK);
  if (!openWork) throw new Error('The query returned no row');
  return openWork;
}

/** Polls the printer for its orders and submits the remaining ones. */
async function pollAndSubmit({ shop }: TestRun, { printing, unprinted }: OpenWork): Promise<void> {
  for (const orderId of printing) await shop.get(PrinterEventsService).pollOrder(orderId);
  if (unprinted === 0) return;
  await makeReadyToPrint(shop);
  await shop.submitDueOrders();
}

/** Runs the action of every discrepancy. Returns how many there were. */
async function resolveAll({ shop }: TestRun): Promise<number> {
  const { newest } = await shop.get(DiscrepanciesRepository).listNewest();
  for (const { id } of newest)
    await shop.get(DiscrepancyResolutionService).resolveDiscrepancy(id, ADMIN).catch(ignoreDomainError);
  return newest.length;
}

/** Delivers, reconciles and passes days until no work is open. False if that never happens. */
async function completeAllWork(testRun: TestRun): Promise<boolean> {
  const { shop, runner } = testRun;
  if (runner.hasSignedIn) await runner.claimGuest();
  for (let day = 1; day <= MAX_DAYS; day += 1) {
    if (day === DAY_REFUNDS_SUCCEED) await shop.stripeSide.stopFailingRefunds();
    await shop.stripeSide.settleDelayed();
    const isDelivered = await deliverWebhooks(testRun);
    await runner.runCommand({ kind: 'reconcile' });
    await pollAndSubmit(testRun, await readOpenWork(testRun));
    // The printer's status may have started a refund.
    const { open } = await readOpenWork(testRun);
    if (isDelivered && open === 0 && (await deliverWebhooks(testRun)) && (await resolveAll(testRun)) === 0) return true;
    await passOneDay(shop);
  }
  return false;
}

/** @throws Error with every violated invariant. */
export async function verifyFinalState(testRun: TestRun): Promise<void> {
  const isComplete = await completeAllWork(testRun);
  const violations = await findViolations(testRun);
  if (!isComplete) violations.push('some work or some discrepancy stays open, however much time passes');
  if (violations.length > 0) throw new Error(violations.join('\n'));
}
