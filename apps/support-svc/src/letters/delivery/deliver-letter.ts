import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { backoffMs, pause } from '@shop/messaging';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { OrderMockups } from '../order-mockups.js';
import { LettersRepository, type LeasedLetter } from '../letters.repository.js';
import { renderLetter, type RenderedLetter } from '../render-letter.js';
import { ShopLinks } from '../shop-links.js';
import { Mailer } from './mailer.js';
import { nextTryMs, sendingFailure } from './sending-failure.rules.js';

/** A database that is away for a moment must not make a letter that went out go out again. */
const TRIES_TO_MARK = 6;

/** Sends one letter, and writes down what became of it. Throws where the way is closed. */
@Injectable()
export class DeliverLetter {
  private readonly shop: ShopLinks;

  constructor(
    private readonly letters: LettersRepository,
    private readonly mockups: OrderMockups,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.shop = new ShopLinks(config.PUBLIC_ORIGIN);
  }

  async take(limit: number): Promise<{ lease: string; taken: LeasedLetter[] }> {
    const lease = randomUUID();
    return { lease, taken: await this.letters.lease(lease, this.config.MAIL_LEASE_MS, limit) };
  }

  async execute(letter: LeasedLetter, lease: string): Promise<void> {
    const rendered = await this.render(letter, lease);
    if (!rendered) return;
    const about = { letterId: letter.id, letter: letter.letter };
    try {
      const went = await this.mailer.send({
        ...rendered,
        id: letter.id,
        letter: letter.letter,
        to: letter.recipient,
        writtenAt: letter.createdAt,
      });
      this.logger.info({ ...about, went }, 'a letter went out');
    } catch (error) {
      await this.keep(letter, lease, error);
      return;
    }
    await this.markSent(letter.id, lease);
  }

  /** A letter that cannot be written is a fault of ours: it is set aside, and the others go. */
  private async render(letter: LeasedLetter, lease: string): Promise<RenderedLetter | undefined> {
    const props = await this.mockups.intoProps(letter);
    try {
      return renderLetter(letter.letter, props, this.shop);
    } catch (error) {
      this.logger.error({ err: error, letterId: letter.id, letter: letter.letter }, 'a letter could not be written');
      await this.letters.markDead(
        letter.id,
        lease,
        `could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  }

  private async keep({ id, letter, attempts, createdAt }: LeasedLetter, lease: string, error: unknown): Promise<void> {
    const { kind, reason } = sendingFailure(error, Date.now() - createdAt.getTime());
    switch (kind) {
      case 'dead':
        this.logger.error({ letterId: id, letter, attempts }, 'a letter was refused for good');
        return this.letters.markDead(id, lease, reason);
      case 'later':
        this.logger.warn({ letterId: id, letter, attempts }, 'a letter was refused for now');
        return this.letters.postpone(id, lease, {
          reason,
          pauseMs: nextTryMs(attempts, this.config.MAIL_RETRY_DELAYS_MS),
        });
      case 'outage':
        await this.letters.release(id, lease);
        throw error;
    }
  }

  private async markSent(id: string, lease: string): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.letters.markSent(id, lease);
      } catch (error) {
        if (failures + 1 === TRIES_TO_MARK) throw error;
        await pause(backoffMs(failures));
      }
    }
  }
}
