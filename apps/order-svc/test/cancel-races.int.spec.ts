import { asGuest } from '@shop/testing';
import type { Checkout } from '@shop/contracts/order';
import { ChangeOrderStatus } from '../src/admin-orders/change-order-status.js';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { SandboxProvider } from '../src/payments/sandbox/sandbox.provider.js';
import { UnpaidOrders } from '../src/payments/unpaid-orders.js';
import { intentOf, Shop } from './shop.js';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

const cancel = (orderId: string) =>
  shop.service
    .get(ChangeOrderStatus)
    .execute(orderId, { to: 'cancelled', tracking: null }, { id: null, name: 'admin@example.com' });
const intents = () =>
  shop.rows(
    'SELECT i.status, o.status AS of_order FROM sandbox_intents i LEFT JOIN orders o ON o.payment_intent_id = i.id ORDER BY i.created_at',
  );

describe('an order that an admin cancels while it gets its intent', () => {
  it('is not the one that the customer then pays', async () => {
    const provider = shop.service.get(PaymentProviders).current;
    provider.createIntent = async (intent) => {
      provider.createIntent = SandboxProvider.prototype.createIntent;
      const made = await provider.createIntent(intent);
      await cancel(intent.orderId);
      return made;
    };
    const guest = asGuest();
    await shop.fillCart(guest);
    const { clientSecret } = (await shop.ship(guest)).json<Checkout>();
    expect(await shop.orderRow(intentOf(clientSecret))).toMatchObject({ status: 'created' });
    expect(await intents()).toEqual([
      { status: 'canceled', of_order: null },
      { status: 'open', of_order: 'created' },
    ]);
  });

  it('is cancelled together with the intent that it did not have a moment before', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    const { id } = await shop.orderRow(intentId);
    await shop.rows('UPDATE orders SET payment_intent_id = NULL, client_secret = NULL WHERE id = $1', [id]);
    const unpaid = shop.service.get(UnpaidOrders);
    const end = unpaid.cancel.bind(unpaid);
    unpaid.cancel = async (orderId, ending) => {
      unpaid.cancel = end;
      await shop.ship(guest);
      return end(orderId, ending);
    };
    await cancel(id as string);
    expect(await intents()).toEqual([{ status: 'canceled', of_order: 'cancelled' }]);
  });
});
