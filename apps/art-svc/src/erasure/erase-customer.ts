import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworksErased } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { eachInTurn } from '../upkeep/each-in-turn.js';
import { FileRemovals } from '../upkeep/file-removals.js';
import { ErasuresRepository, type Erasure } from './erasures.repository.js';

/**
 * Forgets people. Everything goes at once but what an order on its way is still printed from; that goes, and the end is told, when order-svc says
 * that no order names the person any more. Told only when the files are gone, not only their rows.
 */
@Injectable()
export class EraseCustomer {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly removals: FileRemovals,
    private readonly outbox: EventOutbox,
  ) {}

  /** Idempotent, and tells the end anew each time it has nothing more to do. */
  async requested(userId: string): Promise<void> {
    await this.erasures.noteRequest(userId, this.dataSource.manager);
    await this.carryOut(userId);
  }

  async ordersEnded(userId: string): Promise<void> {
    await this.erasures.noteOrdersEnded(userId, this.dataSource.manager);
    await this.carryOut(userId);
  }

  /** What a call brought that was under way while its caller was forgotten: an identity token outlives its account by a minute. */
  async again(): Promise<void> {
    await this.erasures.forgetOld(this.dataSource.manager);
    await eachInTurn(
      await this.erasures.listRecent(this.dataSource.manager),
      async (userId) => void (await this.erase(userId)),
    );
  }

  private async carryOut(userId: string): Promise<void> {
    const erasure = await this.erase(userId);
    if (!erasure?.requestedAt || !erasure.ordersEnded) return;
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, artworksErased, { subject: `artworks-of/${userId}`, data: { userId } }),
    );
  }

  private async erase(userId: string): Promise<Erasure | null> {
    const erasure = await this.dataSource.transaction(async (manager) => {
      const erasure = await this.erasures.lock(userId, manager);
      if (!erasure?.requestedAt) return erasure;
      await this.removals.notePrints(
        await this.erasures.takePrintJobs(userId, erasure.ordersEnded, manager),
        userId,
        manager,
      );
      await this.erasures.takeJobs(userId, manager);
      await this.removals.noteImages(await this.erasures.takeImages(userId, manager), userId, manager);
      return erasure;
    });
    // Not only what was noted here: another instance may have taken the rows a moment ago, and not yet have come to the files.
    await this.removals.removeOf(userId);
    return erasure;
  }
}
