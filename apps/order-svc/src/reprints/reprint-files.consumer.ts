import { Controller } from '@nestjs/common';
import { printFileCompleted, printFileFailed } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ReprintItem } from './reprint-item.entity.js';
import type { Reprint } from './reprint.entity.js';
import { ReprintsRepository } from './reprints.repository.js';

/** art-svc has the print files of items that are sent again, or made them again; or it can't. */
@Controller()
export class ReprintFilesConsumer {
  constructor(private readonly reprints: ReprintsRepository) {}

  @OnEvent(printFileCompleted)
  async onReprintFileCompleted(
    { data: { orderItemId, printFile } }: EventEnvelope<EventPayload<typeof printFileCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { sha256, widthPx, heightPx } = printFile;
    await this.changeItems(manager, orderItemId, async (item, reprint) => {
      item.file = { sha256, widthPx, heightPx };
      item.fileFailure = null;
      if (reprint.items.some(({ file }) => file === null)) return;
      reprint.dueAt = new Date();
      await this.reprints.save(manager, reprint);
      await this.reprints.enqueueSubmission(manager, reprint);
    });
  }

  @OnEvent(printFileFailed)
  async onReprintFileFailed(
    { data: { orderItemId, reason } }: EventEnvelope<EventPayload<typeof printFileFailed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.changeItems(manager, orderItemId, (item) => {
      item.fileFailure = reason;
      return Promise.resolve();
    });
  }

  private async changeItems(
    manager: EntityManager,
    orderItemId: string,
    change: (item: ReprintItem, reprint: Reprint) => Promise<void>,
  ): Promise<void> {
    for (const id of await this.reprints.listWaitingForFile(manager, orderItemId)) {
      const locked = await this.reprints.findLocked(manager, id);
      const item = locked?.reprint.items.find((each) => each.orderItemId === orderItemId);
      if (!locked || !item || locked.reprint.state !== 'waiting' || locked.reprint.attempts > 0) continue;
      await change(item, locked.reprint);
      await this.reprints.saveItem(manager, item);
    }
  }
}
