import type { Stack } from '@shop/tools/stack';
import { Database } from './database.ts';

/** As order-svc notes what art-svc says of a file that can't be drawn: of a photo that was accepted nobody can bring that about from outside. */
const FAIL = `UPDATE order_items SET print_file = NULL, print_file_sha256 = NULL, print_view_url = NULL, print_file_failure = 'not-drawn' WHERE order_id = $1`;

/** The order's print files, which were made, turn out not to be any. */
export async function failPrintFile(shop: Stack, orderId: string | undefined): Promise<void> {
  await Database.during(shop, 'orders', (database) => database.query(FAIL, [orderId]));
}
