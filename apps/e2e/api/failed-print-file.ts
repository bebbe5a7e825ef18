import { SAMPLE } from '@shop/contracts/api';
import type { Stack } from '@shop/tools/stack';
import { Database } from '../support/database.ts';

/** As order-svc notes what art-svc says of a file that can't be drawn: of a photo that was accepted nobody can bring that about from outside. */
const FAIL = `UPDATE order_items SET print_file = NULL, print_file_sha256 = NULL, print_view_url = NULL, print_file_failure = 'not-drawn' WHERE order_id = $1`;

/** The made order's print file turns out not to be one. */
export async function failPrintFile(shop: Stack, made: Map<string, string>): Promise<void> {
  await Database.during(shop, 'orders', (database) => database.query(FAIL, [made.get(SAMPLE.order)]));
}
