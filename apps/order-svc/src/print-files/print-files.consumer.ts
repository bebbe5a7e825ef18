import { Controller } from '@nestjs/common';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { OnEvent, type EventContext } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { OrderHistory } from '../orders/order-history.js';

/**
 * Locked, so that the same files told twice (art-svc tells all again when it is asked to) are one entry of the story. An order that
 * names nobody any more takes no pictures either.
 */
const LOCK_ITEM = `
  SELECT i.order_id AS "orderId", i.title, i.print_file->>'id' AS "printFileId", i.print_file_failure AS failure
  FROM order_items i JOIN orders o ON o.id = i.order_id
  WHERE i.id = $1 AND i.order_id = $2 AND o.anonymised_at IS NULL FOR UPDATE OF i`;
const SAVE_FILES = 'UPDATE order_items SET print_file = $2, mockup_url = $3, print_file_failure = NULL WHERE id = $1';
const SAVE_FAILURE = 'UPDATE order_items SET print_file_failure = $2 WHERE id = $1';

interface LockedItem {
  orderId: string;
  title: string;
  printFileId: string | null;
  failure: string | null;
}

/** What art-svc made of a paid item for the press and for the eye. */
@Controller()
export class PrintFilesConsumer {
  constructor(private readonly history: OrderHistory) {}

  @OnEvent(printFileCompleted, { keepLatest: true })
  async onPrintFileCompleted({ data }: EventEnvelope<EventPayload<typeof printFileCompleted>>, { manager }: EventContext): Promise<void> {
    const item = await this.lock(manager, data);
    if (!item) return;
    const { id, url, widthPx, heightPx, dpi } = data.printFile;
    await manager.query(SAVE_FILES, [data.orderItemId, JSON.stringify({ id, url, widthPx, heightPx, dpi }), data.mockup.url]);
    if (item.printFileId !== id) await this.history.note(manager, item.orderId, { action: 'print-file.completed', facts: { title: item.title, dpi } });
  }

  @OnEvent(printFileFailed, { keepLatest: true })
  async onPrintFileFailed({ data }: EventEnvelope<EventPayload<typeof printFileFailed>>, { manager }: EventContext): Promise<void> {
    const item = await this.lock(manager, data);
    if (!item) return;
    await manager.query(SAVE_FAILURE, [data.orderItemId, data.reason]);
    if (item.failure !== data.reason) await this.history.note(manager, item.orderId, { action: 'print-file.failed', facts: { title: item.title, reason: data.reason } });
  }

  private async lock(manager: EntityManager, { orderItemId, orderId }: { orderItemId: string; orderId: string }): Promise<LockedItem | undefined> {
    const [item] = await manager.query<LockedItem[]>(LOCK_ITEM, [orderItemId, orderId]);
    return item;
  }
}
