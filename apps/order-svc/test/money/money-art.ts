import { randomUUID } from 'node:crypto';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
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

type ArtEvent = typeof printFileCompleted | typeof printFileFailed;

function envelopeOf<Event extends ArtEvent>(
  { type }: Event,
  itemId: string,
  data: EventPayload<Event>,
): EventEnvelope<EventPayload<Event>> {
  sequence += 1;
  const attributes = {
    specversion: '1.0',
    id: randomUUID(),
    type,
    source: 'art-svc',
    subject: `order-item/${itemId}`,
  } as const;
  return { ...attributes, time: new Date().toISOString(), datacontenttype: 'application/json', sequence, data };
}

function completed({
  orderId,
  itemId: id,
  revision,
  sha256,
}: Told): EventEnvelope<EventPayload<typeof printFileCompleted>> {
  const printFile = {
    id,
    url: '/api/admin/print-files/1',
    widthPx: 4500,
    heightPx: 5400,
    bleedPx: 0,
    dpi: 300,
    sha256,
  };
  return envelopeOf(printFileCompleted, id, {
    orderId,
    orderItemId: id,
    revision,
    printFile,
    mockup: { id, url: '/media/mockup' },
    view: { id, url: '/media/view' },
  });
}

async function tell(
  shop: MoneyShop,
  choice: number,
  say: (
    told: Told,
    consumer: PrintFilesConsumer,
  ) => { envelope: EventEnvelope<unknown>; heard: (context: EventContext) => Promise<void> },
): Promise<void> {
  const told = await shop.rows<Told & Record<string, unknown>>(TOLD);
  const one = told[choice % Math.max(1, told.length)];
  if (!one) return;
  const { envelope, heard } = say(one, shop.get(PrintFilesConsumer));
  const context = new EventContext(envelope, 1, shop.get(DataSource));
  await heard(context);
  if (context.failures.length > 0) throw context.failures[0];
}

/** art-svc says that it has made one file: in any order, and again. */
export const tellDrawn = (shop: MoneyShop, choice: number): Promise<void> =>
  tell(shop, choice, (told, consumer) => {
    const envelope = completed(told);
    return { envelope, heard: (context) => consumer.onPrintFileCompleted(envelope, context) };
  });

/** art-svc says that it can't make one file. */
export const tellNotDrawn = (shop: MoneyShop, choice: number): Promise<void> =>
  tell(shop, choice, ({ orderId, itemId, revision }, consumer) => {
    const envelope = envelopeOf(printFileFailed, itemId, {
      orderId,
      orderItemId: itemId,
      revision,
      reason: 'not-drawn',
    });
    return { envelope, heard: (context) => consumer.onPrintFileFailed(envelope, context) };
  });
