import { hash } from 'node:crypto';
import { type Given, SAMPLE } from '@shop/contracts-common/docs';
import type { Database } from '../support/database.ts';
import type { ApiClient } from './api-client.ts';

/** Preconditions that need an artwork. They use the one customer or guest that has one. */
export const NEEDS_ARTWORK: ReadonlySet<Given> = new Set([
  'an artwork',
  'a share link',
  'a continue link',
  'a cart',
  'a cart with a changed price',
  'a cart with an unavailable item',
  'an open order',
  'a paid order',
  'a print file',
  'a print file that failed',
  'a refund that failed',
]);
export const CONTACT_FORM = {
  name: 'Pat Doe',
  email: 'pat.doe@example.org',
  subject: 'A parcel to Maine',
  message: 'Do you ship to Maine?',
};
/** Simulates a failed print file in order-svc's database, as no valid photo makes art-svc fail. */
export const FAIL_PRINT_FILE = `UPDATE order_items SET print_file = NULL, print_file_sha256 = NULL, print_view_url = NULL, print_file_failure = 'not-drawn' WHERE order_id = $1`;

/** A link that asks for a review of the product. */
export async function addReviewLink(database: Database, productId: string, key: string): Promise<void> {
  await database.query(
    `INSERT INTO review_invitations (order_id, order_number, key_hash, first_name, products, expires_at)
     VALUES (gen_random_uuid(), 'PA-7K3M9QXW2T', $1, 'Pat', jsonb_build_array(jsonb_build_object('productId', $2::text, 'title', 'Cozy Blanket')), now() + interval '1 day')`,
    [hash('sha256', key, 'base64url'), productId],
  );
}

/** Polls until `look` returns a value. */
export async function waitFor<T>(what: string, look: () => Promise<T | undefined>, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Refunds a dollar of the paid order. The bank of its test card returns the refund, which becomes a discrepancy. */
export async function failRefund(admin: ApiClient, values: Map<string, string>): Promise<void> {
  const orderId = values.get(SAMPLE.order);
  await admin.sendOrThrow('POST', `/api/admin/orders/${orderId}/refunds`, {
    body: { amount: '1.00', reason: 'A stain' },
  });
  interface Money {
    discrepancies: { id: string; kind: string; orderId: string | null }[];
  }
  const id = await waitFor('the refund to fail', async () => {
    const { discrepancies } = await admin.sendOrThrow<Money>('GET', '/api/admin/money');
    return discrepancies.find((each) => each.kind === 'refund-failed' && each.orderId === orderId)?.id;
  });
  values.set(SAMPLE.discrepancy, id);
}
