import { randomUUID } from 'node:crypto';
import { printFileCompleted, printFileFailed } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { EventContext } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { PrintFilesConsumer } from '../../src/fulfilment/print-files.consumer.js';
import type { ModelShop } from './model-shop.js';

interface RequestedFile {
  orderId: string;
  itemId: string;
  revision: number;
  sha256: string;
}

/** All print files that art-svc was asked for. */
const LIST_REQUESTED_FILES = `
  SELECT order_id AS "orderId", item_id AS "itemId", revision, sha256 FROM requested_items r
  ORDER BY position, (SELECT i.position FROM order_items i WHERE i.id = r.item_id)`;

/** One sequence for all events: art-svc may report a file long after the request. */
let sequence = 0;

type ArtEvent = typeof printFileCompleted | typeof printFileFailed;

export function createPrintFileEvent<Event extends ArtEvent>(
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

function createCompletedEvent({
  orderId,
  itemId: id,
  revision,
  sha256,
}: RequestedFile): EventEnvelope<EventPayload<typeof printFileCompleted>> {
  const printFile = {
    id,
    url: '/api/admin/print-files/1',
    widthPx: 4500,
    heightPx: 5400,
    bleedPx: 0,
    dpi: 300,
    sha256,
  };
  return createPrintFileEvent(printFileCompleted, id, {
    orderId,
    orderItemId: id,
    revision,
    printFile,
    mockup: { id, url: '/media/mockup' },
    view: { id, url: '/media/view' },
  });
}

/** The handler runs in a transaction of its own. */
export async function handlePrintFileEvent(
  shop: ModelShop,
  envelope: EventEnvelope<unknown>,
  handle: (context: EventContext) => Promise<void>,
): Promise<void> {
  const context = new EventContext(envelope, 1, shop.get(DataSource));
  await handle(context);
  if (context.failures.length > 0) throw context.failures[0];
}

async function deliverEvent(
  shop: ModelShop,
  choice: number,
  createEvent: (
    requested: RequestedFile,
    consumer: PrintFilesConsumer,
  ) => { envelope: EventEnvelope<unknown>; handle: (context: EventContext) => Promise<void> },
): Promise<void> {
  const files = await shop.listRows<RequestedFile & Record<string, unknown>>(LIST_REQUESTED_FILES);
  const file = files[choice % Math.max(1, files.length)];
  if (!file) return;
  const { envelope, handle } = createEvent(file, shop.get(PrintFilesConsumer));
  await handlePrintFileEvent(shop, envelope, handle);
}

/** Delivers art-svc's event that it has completed one file. May repeat, in any order. */
export const deliverPrintFileCompleted = (shop: ModelShop, choice: number): Promise<void> =>
  deliverEvent(shop, choice, (file, consumer) => {
    const envelope = createCompletedEvent(file);
    return { envelope, handle: (context) => consumer.onPrintFileCompleted(envelope, context) };
  });

/** Delivers art-svc's event that it can't make one file. */
export const deliverPrintFileFailed = (shop: ModelShop, choice: number): Promise<void> =>
  deliverEvent(shop, choice, ({ orderId, itemId, revision }, consumer) => {
    const envelope = createPrintFileEvent(printFileFailed, itemId, {
      orderId,
      orderItemId: itemId,
      revision,
      reason: 'not-drawn',
    });
    return { envelope, handle: (context) => consumer.onPrintFileFailed(envelope, context) };
  });
