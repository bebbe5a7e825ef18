import { FulfilmentSchedule } from '../../src/order-lifecycle/fulfilment.schedule.js';
import { ReprintSchedule } from '../../src/reprints/reprint.schedule.js';
import type { ModelShop } from './model-shop.js';

/**
 * Simulates the passing of time and the work of other services by changing the stored times. These statements run under
 * the scheduler.
 */

const ONE_DAY = `interval '25 hours'`;

/** Passes a day. */
export const passOneDay = (shop: ModelShop): Promise<unknown> =>
  shop.runStatement(
    `UPDATE orders SET updated_at = updated_at - ${ONE_DAY}, payment_check_at = NULL, mismatch_seen_at = mismatch_seen_at - ${ONE_DAY} WHERE status = 'created'`,
  );

/** Passes the pause until the provider is asked about open payments again. */
export const passPaymentCheckPause = (shop: ModelShop): Promise<unknown> =>
  shop.runStatement(
    `UPDATE orders SET payment_check_at = NULL WHERE payment_check_at IS NOT NULL AND status = 'created'`,
  );

/** Ends all change windows and waiting times of retries. */
export async function endChangeWindows(shop: ModelShop): Promise<void> {
  await shop.runStatement(
    `UPDATE orders SET change_window_ends_at = now() - interval '1 second' WHERE change_window_ends_at > now()`,
  );
  await shop.runStatement(
    `UPDATE fulfilments SET due_at = now() - interval '1 second' WHERE state IN ('change-window', 'waiting')`,
  );
}

export const passPrinterHours = (shop: ModelShop, hours: number): Promise<unknown> =>
  shop.runStatement('UPDATE sandbox.printful_orders SET confirmed_at = confirmed_at - make_interval(hours => $1)', [
    hours,
  ]);

/** Passes the time after which a parcel counts as delivered. */
export async function passDeliveryTime(shop: ModelShop): Promise<void> {
  await shop.runStatement(`UPDATE orders SET updated_at = updated_at - interval '46 days' WHERE status = 'shipped'`);
  await shop.runStatement(`UPDATE reprints SET shipped_at = shipped_at - interval '46 days' WHERE state = 'shipped'`);
  await shop.get(FulfilmentSchedule).assumeDelivered();
  await shop.get(ReprintSchedule).assumeDelivered();
}

/** Ends the waiting times of reprints, and of their cancellations, outside of the scheduler. */
export const makeReprintsDue = (shop: ModelShop): Promise<unknown> =>
  shop.listRows(
    `UPDATE reprints SET due_at = now() - interval '1 second' WHERE state IN ('waiting', 'submitting', 'submitted')`,
  );

const COMPLETE_PRINT_FILES = `
  UPDATE order_items i SET print_file_sha256 = requested.sha256, print_view_url = '/media/view',
    print_file = jsonb_build_object('id', i.id, 'url', '/api/admin/print-files/1', 'widthPx', 4500, 'heightPx', 5400, 'dpi', 300)
  FROM requested_items requested WHERE requested.item_id = i.id AND requested.revision = i.revision AND i.print_file IS NULL AND i.print_file_failure IS NULL`;

/**
 * Stores the print files that art-svc makes for the last request of every item. Failed files stay failed until they are
 * requested again.
 */
export const completePrintFiles = (shop: ModelShop): Promise<unknown> => shop.runStatement(COMPLETE_PRINT_FILES);

/** Does all of this outside of the scheduler, where nothing runs concurrently. */
export const makeReadyToPrint = (shop: ModelShop): Promise<unknown> =>
  shop.listRows(`
    WITH drawn AS (${COMPLETE_PRINT_FILES}), over AS (UPDATE orders SET change_window_ends_at = now() - interval '1 second' WHERE change_window_ends_at > now())
    UPDATE fulfilments SET due_at = now() - interval '1 second' WHERE state IN ('change-window', 'waiting')`);
