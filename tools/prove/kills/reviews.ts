/** Orders whose payment is reviewed: they wait for an admin, and reach the printer afterwards. */
import { releaseHolds } from '@shop/contracts-order/routes';
import { query, type Check, type Databases } from './checks.ts';
import type { Shopper } from './shopper.ts';

const ACCEPTED = '4242424242424242';
/** Stripe's test card of elevated risk. */
const REVIEWED = '4000000000009235';

/** Every fifth payment is reviewed. */
export const CARDS: readonly string[] = [ACCEPTED, REVIEWED, ACCEPTED, ACCEPTED, ACCEPTED];

async function listReviewed({ sandbox = '' }: Databases): Promise<string[]> {
  const rows = await query<{ orderId: string }>(
    sandbox,
    `SELECT i.document #>> '{metadata,orderId}' AS "orderId" FROM stripe_objects r JOIN stripe_objects i ON i.id = r.intent_id AND i.kind = 'payment_intent'
     WHERE r.kind = 'review'`,
  );
  return rows.map(({ orderId }) => orderId);
}

interface Hold {
  id: string;
  orderId: string;
}

const listOpenHolds = ({ orders = '' }: Databases): Promise<Hold[]> =>
  query(
    orders,
    `SELECT id, order_id AS "orderId" FROM fulfilment_holds WHERE released_at IS NULL AND kind <> 'question'`,
  );

/** Before an admin decides, and once everything else is done. */
export async function checkReviewed(databases: Databases): Promise<Check[]> {
  const [reviewed, holds, printed] = [
    await listReviewed(databases),
    await listOpenHolds(databases),
    await query<{ orderId: string }>(
      databases.sandbox ?? '',
      `SELECT external_id::uuid::text AS "orderId" FROM printful_orders`,
    ),
  ];
  const countOf = (list: readonly { orderId: string }[], id: string): number =>
    list.filter(({ orderId }) => orderId === id).length;
  return [
    { name: 'runs without a reviewed payment', violations: reviewed.length === 0 ? 1 : 0 },
    {
      name: 'reviewed payments without one hold',
      violations: reviewed.filter((id) => countOf(holds, id) !== 1).length,
    },
    { name: 'reviewed payments at the printer', violations: reviewed.filter((id) => countOf(printed, id) > 0).length },
  ];
}

export async function continueReviewed(admin: Shopper, databases: Databases): Promise<void> {
  for (const { id, orderId } of await listOpenHolds(databases)) {
    const body = { holds: [id], reason: 'A known customer' };
    await admin.callUntilDone(releaseHolds, { params: { id: orderId }, body });
  }
}
