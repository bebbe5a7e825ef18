import { DomainError, PERMISSIONS } from '@shop/contracts-common';
import type pg from 'pg';
import { PrinterEventsService } from '../../src/order-lifecycle/printer-events.service.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { ReprintPrintingService } from '../../src/reprints/reprint-printing.service.js';
import { ReprintsService } from '../../src/reprints/reprints.service.js';
import { ADMIN } from './command-runner.js';
import type { TestRun } from './scenarios.js';
import { passOneDay, makeReadyToPrint, makeReprintsDue } from './simulated-time.js';
import { findDoubtViolations, findViolations } from './invariants.js';

/** Of an admin who has just entered a code. */
const RIGHTS = { permissions: PERMISSIONS, assertMayRefund: () => undefined };

/** A run completes within this many simulated days of deliveries and reconciliation. */
const MAX_DAYS = 8;
/** From this day on no refund fails at the bank. */
const DAY_REFUNDS_SUCCEED = 3;
/** From this day on admins cancel what is to be sent again and does not go on. */
const DAY_REPRINTS_CANCELLED = 4;
/** Until this day an order on hold waits. */
const DAY_ADMINS_DECIDE = 2;

/** Counts unfinished work, and lists the orders at the printer, which are the only ones to poll. */
const READ_OPEN_WORK = `
  SELECT ((SELECT count(*) FROM orders WHERE status = 'created')
      + (SELECT count(*) FROM reprints WHERE state IN ('waiting', 'submitting'))
      + (SELECT count(*) FROM fulfilment_holds WHERE released_at IS NULL)
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

/** art-svc, the printer and, after some days, an admin finish what is to be sent again. */
async function finishReprints({ shop, runner: { afterSale } }: TestRun, day: number): Promise<void> {
  const reprints = await afterSale.listReprints();
  if (reprints.length === 0) return;
  for (const reprint of reprints) await afterSale.confirmFiles(reprint);
  await makeReprintsDue(shop);
  await afterSale.submitDue();
  for (const { id } of reprints) await shop.get(ReprintPrintingService).pollAndConfirm(id);
  if (day < DAY_REPRINTS_CANCELLED) return;
  const blocked = await shop.listRows<{ id: string; orderId: string }>(
    `SELECT id, order_id AS "orderId" FROM reprints WHERE problem IS NOT NULL AND ended_at IS NULL`,
  );
  for (const { id, orderId } of blocked)
    await shop.get(ReprintsService).cancelReprint({ orderId, reprintId: id }, ADMIN, async () => undefined);
}

/** Continues the printing of every order that waits. */
async function continueHeldOrders({ shop, runner }: TestRun): Promise<void> {
  const held = await shop.listRows<{ id: string }>(
    'SELECT DISTINCT order_id AS id FROM fulfilment_holds WHERE released_at IS NULL',
  );
  for (const { id } of held) await runner.doubts.continuePrinting(id);
}

/** Runs the action of every discrepancy. Returns how many there were. */
async function resolveAll({ shop }: TestRun): Promise<number> {
  const { newest } = await shop.get(DiscrepanciesRepository).listNewest();
  for (const { id } of newest)
    await shop.get(DiscrepancyResolutionService).resolveDiscrepancy(id, ADMIN, RIGHTS).catch(ignoreDomainError);
  return newest.length;
}

/** Delivers, reconciles and passes days until no work is open. False if that never happens. Adds to `violations`. */
async function completeAllWork(testRun: TestRun, violations: string[]): Promise<boolean> {
  const { shop, runner } = testRun;
  if (runner.hasSignedIn) await runner.claimGuest();
  for (let day = 1; day <= MAX_DAYS; day += 1) {
    if (day === DAY_REFUNDS_SUCCEED) await shop.stripeSide.stopFailingRefunds();
    await shop.stripeSide.settleDelayed();
    const isDelivered = await deliverWebhooks(testRun);
    await runner.runCommand({ kind: 'reconcile' });
    if (day >= DAY_ADMINS_DECIDE) await continueHeldOrders(testRun);
    await pollAndSubmit(testRun, await readOpenWork(testRun));
    await finishReprints(testRun, day);
    if (isDelivered && (await deliverWebhooks(testRun))) violations.push(...(await findDoubtViolations(testRun)));
    // The printer's status may have started a refund.
    const { open } = await readOpenWork(testRun);
    if (isDelivered && open === 0 && (await deliverWebhooks(testRun)) && (await resolveAll(testRun)) === 0) return true;
    await passOneDay(shop);
  }
  return false;
}

/** @throws Error with every violated invariant. */
export async function verifyFinalState(testRun: TestRun): Promise<void> {
  const violations: string[] = [];
  const isComplete = await completeAllWork(testRun, violations);
  violations.push(...(await findViolations(testRun)));
  if (!isComplete) violations.push('some work or some discrepancy stays open, however much time passes');
  if (violations.length > 0) throw new Error(violations.join('\n'));
}
