import { randomUUID } from 'node:crypto';
import { printFileCompleted } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { EventContext } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { PrintFilesConsumer } from '../../src/print-files/print-files.consumer.js';
import type { MoneyShop } from './money-shop.js';

interface Told {
  orderId: string;
  itemId: string;
  revision: number;
  sha256: string;
}

/** What art-svc was told to print, however long ago. */
const TOLD = `
  SELECT order_id AS "orderId", item_id AS "itemId", revision, sha256 FROM told_items t
  ORDER BY position, (SELECT i.position FROM order_items i WHERE i.id = t.item_id)`;

/** Of whatever is told: art-svc may say today what it has made of what it heard long ago. */
let sequence = 0;

function envelopeOf({ orderId, itemId: id, revision, sha256 }: Told): EventEnvelope<EventPayload<typeof printFileCompleted>> {
  const printFile = { id, url: '/api/admin/print-files/1', widthPx: 4500, heightPx: 5400, bleedPx: 0, dpi: 300, sha256 };
  const data = { orderId, orderItemId: id, revision, printFile, mockup: { id, url: '/media/mockup' }, view: { id, url: '/media/view' } };
  sequence += 1;
  const attributes = { specversion: '1.0', id: randomUUID(), type: printFileCompleted.type, source: 'art-svc', subject: `order-item/${id}` } as const;
  return { ...attributes, time: new Date().toISOString(), datacontenttype: 'application/json', sequence, data };
}

/** art-svc says that it has made one file: in any order, and again. */
export async function tellDrawn(shop: MoneyShop, choice: number): Promise<void> {
  const told = await shop.rows<Told & Record<string, unknown>>(TOLD);
  const one = told[choice % Math.max(1, told.length)];
  if (!one) return;
  const envelope = envelopeOf(one);
  const context = new EventContext(envelope, 1, shop.get(DataSource));
  await shop.get(PrintFilesConsumer).onPrintFileCompleted(envelope, context);
  if (context.failures.length > 0) throw context.failures[0];
}
