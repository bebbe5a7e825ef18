import { Controller } from '@nestjs/common';
import { printFileCompleted, printFileFailed } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { OnEvent, type EventContext } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';

/** Locks the order before its items, as an erasure does. An anonymised order gets no pictures. */
const LOCK_ORDER = 'SELECT id FROM orders WHERE id = $1 AND anonymised_at IS NULL FOR UPDATE';
/** art-svc may send the same files again; they are one entry of the history. */
const SELECT_ITEM = `
  SELECT order_id AS "orderId", title, print_file->>'id' AS "printFileId", print_file_failure AS failure
  FROM order_items WHERE id = $1 AND order_id = $2 AND revision = $3`;
const SAVE_FILES = `
  UPDATE order_items SET print_file = $2, mockup_url = $3, print_file_sha256 = $4, print_view_url = $5, print_file_failure = NULL WHERE id = $1`;
const SAVE_FAILURE = 'UPDATE order_items SET print_file_failure = $2 WHERE id = $1';

interface PaidItem {
  orderId: string;
  title: string;
  printFileId: string | null;
  failure: string | null;
}

/** Stores the print file and the mockup of a paid item. Files of an older revision of the item are ignored. */
@Controller()
export class PrintFilesConsumer {
  constructor(
    private readonly orderHistory: OrderHistoryRepository,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  @OnEvent(printFileCompleted, { keepLatest: true })
  async onPrintFileCompleted(
    { data }: EventEnvelope<EventPayload<typeof printFileCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const item = await this.lockItem(manager, data);
    if (!item) return;
    const { id, url, widthPx, heightPx, dpi, sha256 } = data.printFile;
    await manager.query(SAVE_FILES, [
      data.orderItemId,
      JSON.stringify({ id, url, widthPx, heightPx, dpi }),
      data.mockup.url,
      sha256,
      data.view?.url ?? null,
    ]);
    await this.fulfilments.makeDueAfterPrintFile(manager, item.orderId);
    if (item.printFileId !== id)
      await this.orderHistory.addEntry(manager, item.orderId, {
        action: 'print-file.completed',
        details: { title: item.title, dpi },
      });
  }

  @OnEvent(printFileFailed, { keepLatest: true })
  async onPrintFileFailed(
    { data }: EventEnvelope<EventPayload<typeof printFileFailed>>,
    { manager }: EventContext,
  ): Promise<void> {
    const item = await this.lockItem(manager, data);
    if (!item) return;
    await manager.query(SAVE_FAILURE, [data.orderItemId, data.reason]);
    if (item.failure !== data.reason)
      await this.orderHistory.addEntry(manager, item.orderId, {
        action: 'print-file.failed',
        details: { title: item.title, reason: data.reason },
      });
  }

  private async lockItem(
    manager: EntityManager,
    { orderItemId, orderId, revision }: { orderItemId: string; orderId: string; revision: number },
  ): Promise<PaidItem | undefined> {
    const locked = await manager.query<unknown[]>(LOCK_ORDER, [orderId]);
    if (locked.length === 0) return undefined;
    const [item] = await manager.query<PaidItem[]>(SELECT_ITEM, [orderItemId, orderId, revision]);
    return item;
  }
}
