/** Customers of a restore rehearsal. */
import { setTimeout as delay } from 'node:timers/promises';
import { eraseAccount } from '@shop/contracts-identity/routes';
import type { Stack } from '../../dev/stack/stack.ts';
import { drawnPet } from '../bench/photo.ts';
import { count, query } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';

export const WAIT_TIMEOUT_MS = 5 * 60_000;

const photo = await drawnPet().resize(1200).jpeg().toBuffer();

export async function openCustomer(shop: Stack, stop: AbortSignal): Promise<Shopper> {
  const customer = new Shopper(shop.url, stop);
  await customer.register();
  await customer.prepare(photo);
  return customer;
}

export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_TIMEOUT_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`This did not happen in time: ${what}`);
    await delay(200);
  }
}

/** Erases the account, and waits until all services have confirmed. Returns its id. */
export async function eraseCustomer({ databases: { identity } }: Stack, customer: Shopper): Promise<string> {
  await customer.addToCart(1);
  const { email, password } = customer.account;
  const [user] = await query<{ id: string }>(identity, `SELECT id FROM users WHERE email = '${email}'`);
  await customer.callUntilDone(eraseAccount, { body: { password } });
  await waitUntil(
    'the account is erased',
    async () => (await count(identity, `SELECT 1 FROM users WHERE email = '${email}'`)) === 0,
  );
  return user?.id ?? '';
}
