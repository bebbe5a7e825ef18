/** What an operator does after databases were restored: docs/backups.md. */
import { topology } from '@shop/contracts-all';
import type { AdminMoney } from '@shop/contracts-order';
import { getAdminMoney, resolveDiscrepancy } from '@shop/contracts-order/routes';
import { execa } from 'execa';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import type { Stack } from '../../dev/stack/stack.ts';
import { query } from '../kills/checks.ts';
import type { Shopper } from '../kills/shopper.ts';

/** The operator's commands on the running shop. */
export async function followProcedure(dataDir: string): Promise<void> {
  const run = async (...args: string[]): Promise<void> => {
    const options = { cwd: PROJECT_ROOT, env: { DATA_DIR: dataDir } };
    const { stdout } = await execa('npm', ['run', '--silent', 'events', '--', ...args], options);
    console.log(stdout.replace(/^/gm, '    '));
  };
  await run('resend', '--since', '1h');
  for (const noun of Object.values(topology.republishableNouns).flat()) await run('republish', noun);
}

/** Order-svc reads Stripe's list of events once an hour. The rehearsal does not wait for it. */
export async function skipAnHour({ databases: { orders } }: Stack): Promise<void> {
  await query(orders, `UPDATE provider_event_cursors SET polled_at = polled_at - interval '1 hour'`);
  await query(orders, `SELECT graphile_worker.add_job('payments.reconcile', job_key := 'payments.reconcile')`);
}

/** Gives back each payment on the Money page that belongs to no order. Returns their messages. */
export async function giveMoneyBack(admin: Shopper): Promise<string[]> {
  const messages: string[] = [];
  for (;;) {
    const { discrepancies } = (await admin.callUntilDone(getAdminMoney)).json as AdminMoney;
    const unmatched = discrepancies.filter(({ kind }) => kind === 'unmatched-payment');
    if (unmatched.length === 0) return messages;
    for (const { id, message } of unmatched) {
      if (messages.includes(message)) throw new Error(`The Money page says again: ${message}`);
      messages.push(message);
      await admin.callUntilDone(resolveDiscrepancy, { params: { id } });
    }
  }
}
