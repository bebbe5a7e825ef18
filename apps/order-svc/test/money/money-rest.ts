import { DomainError } from '@shop/contracts/common';
import { AskPrinter } from '../../src/fulfilment/ask-printer.js';
import { SubmitOrder } from '../../src/fulfilment/submit-order.js';
import { DifferencesRepository } from '../../src/money/differences.repository.js';
import { MendDifference } from '../../src/money/mend-difference.js';
import { ADMIN } from './money-acts.js';
import type { Stage } from './money-commands.js';
import { drawFiles, endHolds, endLeases, leave } from './money-time.js';
import { falsehoodsIn } from './money-truth.js';

/** A run is at rest after so many rounds of deliveries and sweeps, each a day after the last. */
const ROUNDS = 8;

const OPEN = `
  SELECT (SELECT count(*) FROM orders WHERE status = 'created')::int
    + (SELECT count(*) FROM refunds WHERE refunded_at IS NULL AND failure IS NULL)::int
    + (SELECT count(*) FROM sandbox_refunds WHERE settles_at IS NOT NULL)::int AS open`;

const TO_PRINT = `
  SELECT f.state IN ('held', 'waiting', 'submitting') AND o.payment_status = 'paid' AS "isWaiting", p.id IS NOT NULL AS "isKnown", f.order_id AS "orderId"
  FROM fulfilments f JOIN orders o ON o.id = f.order_id LEFT JOIN sandbox_print_orders p ON p.order_id = f.order_id`;

interface Printing {
  orderId: string;
  isWaiting: boolean;
  /** To the printer. */
  isKnown: boolean;
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

/** Holds end, files are drawn, the printer says how it is, and gets what it should have. */
async function print({ shop }: Stage): Promise<void> {
  const orders = await shop.rows<Printing>(TO_PRINT);
  for (const { orderId } of orders.filter(({ isKnown }) => isKnown)) await shop.get(AskPrinter).ask(orderId);
  if (!orders.some(({ isWaiting }) => isWaiting)) return;
  await drawFiles(shop);
  await endHolds(shop);
  await endLeases(shop);
  await shop.get(SubmitOrder).submitDue();
}

/** An admin presses every button there is; how many. */
async function mend({ shop }: Stage): Promise<number> {
  const { newest } = await shop.get(DifferencesRepository).list();
  for (const { id } of newest) await shop.get(MendDifference).execute(id, ADMIN).catch(refusalOnly);
  return newest.length;
}

/** Everything that has not arrived does, everybody asks, and days go by, until nothing is open any more. */
async function comeToRest(stage: Stage): Promise<void> {
  const { shop, play } = stage;
  if (play.hasSignedIn) await play.claim();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await play.bank();
    const isDelivered = await deliver(stage);
    await play.perform({ kind: 'sweep' });
    await print(stage);
    const [rest] = await shop.rows<{ open: number }>(OPEN);
    if (isDelivered && rest?.open === 0 && (await deliver(stage)) && (await mend(stage)) === 0) return;
    await leave(shop);
  }
}

/** @throws Error with every sentence that does not hold in the end. */
export async function prove(stage: Stage): Promise<void> {
  await comeToRest(stage);
  const falsehoods = await falsehoodsIn(stage);
  if (falsehoods.length > 0) throw new Error(falsehoods.join('\n'));
}
