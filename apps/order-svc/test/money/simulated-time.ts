import type { ModelShop } from './model-shop.js';

/** What only time brings, or a service that is not here: the clock is put back, statement by statement, as everybody else's are. */

const ONE_DAY = `interval '25 hours'`;

/** A day goes by. */
export const passOneDay = (shop: ModelShop): Promise<unknown> =>
  shop.runStatement(
    `UPDATE orders SET updated_at = updated_at - ${ONE_DAY}, mismatch_seen_at = mismatch_seen_at - ${ONE_DAY} WHERE status = 'created'`,
  );

/** What differs for so long is no race any more. */
export const passTenMinutes = (shop: ModelShop): Promise<unknown> =>
  shop.runStatement(
    `UPDATE orders SET mismatch_seen_at = mismatch_seen_at - interval '10 minutes' WHERE status = 'created'`,
  );

/** Whether a bank has something to say now. */
export async function endBankDelays(shop: ModelShop): Promise<boolean> {
  const [due] = (await shop.runStatement(`
    WITH intents AS (UPDATE sandbox_intents SET settles_at = now() WHERE settles_at IS NOT NULL RETURNING 1),
      refunds AS (UPDATE sandbox_refunds SET settles_at = now() WHERE settles_at IS NOT NULL RETURNING 1),
      disputes AS (UPDATE sandbox_disputes SET respond_by = now() WHERE status = 'needs_response' RETURNING 1)
    SELECT EXISTS (SELECT FROM intents) OR EXISTS (SELECT FROM refunds) OR EXISTS (SELECT FROM disputes) AS is`)) as {
    is: boolean;
  }[];
  return due?.is ?? false;
}

/** Of every order that is on hold now, or waits for another try. */
export async function endChangeWindows(shop: ModelShop): Promise<void> {
  await shop.runStatement(`UPDATE orders SET hold_until = now() - interval '1 second' WHERE hold_until > now()`);
  await shop.runStatement(
    `UPDATE fulfilments SET due_at = now() - interval '1 second' WHERE state IN ('held', 'waiting')`,
  );
}

/** Hours go by at the printer. */
export const passPrinterHours = (shop: ModelShop, hours: number): Promise<unknown> =>
  shop.runStatement('UPDATE sandbox_print_orders SET accepted_at = accepted_at - make_interval(hours => $1)', [hours]);

/** The customers whose bank sends back what is given back have an account somewhere else. */
export const stopFailingRefunds = (shop: ModelShop): Promise<unknown> =>
  shop.listRows(`UPDATE sandbox_intents SET card_last4 = '4242' WHERE card_last4 = '5126'`);

const COMPLETE_PRINT_FILES = `
  UPDATE order_items i SET print_file_sha256 = told.sha256, print_view_url = '/media/view',
    print_file = jsonb_build_object('id', i.id, 'url', '/api/admin/print-files/1', 'widthPx', 4500, 'heightPx', 5400, 'dpi', 300)
  FROM told_items told WHERE told.item_id = i.id AND told.revision = i.revision AND i.print_file IS NULL AND i.print_file_failure IS NULL`;

/** As art-svc's word leaves every item of the orders that were paid: each file as it was last told of the item. What it could not make it makes when it is asked again. */
export const completePrintFiles = (shop: ModelShop): Promise<unknown> => shop.runStatement(COMPLETE_PRINT_FILES);

const EXPIRE_LEASES = `UPDATE fulfilments SET lease_expires_at = now() - interval '1 second' WHERE state = 'submitting'`;

/** Between two scenes nobody is alive who hands an order over: who did has died, and another may take it up. */
export const expireLeases = (shop: ModelShop): Promise<unknown> => shop.listRows(EXPIRE_LEASES);

/** All of this at once, where nobody is alive whom it could meet. */
export const makeReadyToPrint = (shop: ModelShop): Promise<unknown> =>
  shop.listRows(`
    WITH drawn AS (${COMPLETE_PRINT_FILES}), over AS (UPDATE orders SET hold_until = now() - interval '1 second' WHERE hold_until > now())
    UPDATE fulfilments SET due_at = now() - interval '1 second', lease_expires_at = now() - interval '1 second' WHERE state IN ('held', 'waiting', 'submitting')`);
