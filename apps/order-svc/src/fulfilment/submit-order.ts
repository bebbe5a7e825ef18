import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { isWorthAnAlarm, PAUSE_AFTER_REFUSAL_MS, pauseAfter, withItsWords } from './fulfilment.rules.js';
import type { Fulfilment } from './fulfilments.repository.js';
import { FulfilmentDesk } from './fulfilment-desk.js';
import { HearPrinter } from './hear-printer.js';
import { PrintRefused, type PrintOrder } from './print-provider.js';
import { PrintProviders } from './print-providers.js';

interface Taken {
  order: PrintOrder;
  claim: string;
  fulfilment: Fulfilment;
}

/**
 * Hands paid orders to the printer when their hold is over, each exactly once, whatever is interrupted: the order is claimed and read
 * under its lock; the printer is told outside any transaction, under the order's own number; what it said is written down. Who takes up
 * a try that broke off asks the printer first whether it knows the order.
 */
@Injectable()
export class SubmitOrder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly desk: FulfilmentDesk,
    private readonly providers: PrintProviders,
    private readonly hear: HearPrinter,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All that are due now. */
  async submitDue(): Promise<void> {
    while (await this.submitNext()) continue;
  }

  /** False where there is nothing more to do. */
  private async submitNext(): Promise<boolean> {
    const taken = await this.dataSource.transaction((manager) => this.take(manager));
    if (taken === 'none') return false;
    if (taken !== 'waiting') await this.submit(taken);
    return true;
  }

  private async take(manager: EntityManager): Promise<Taken | 'waiting' | 'none'> {
    const claim = randomUUID();
    const { current, reachable } = this.providers;
    const found = await this.desk.takeDue(manager, {
      claim,
      leaseMs: this.config.FULFILMENT_LEASE_MS,
      printers: { current: current?.name ?? null, reachable },
    });
    return typeof found === 'string' ? found : { ...found, claim };
  }

  private async submit({ order, claim, fulfilment }: Taken): Promise<void> {
    const { orderId } = order;
    try {
      const provider = this.providers.of(fulfilment.provider);
      if (!provider) throw new Error('An order that is printed by hand was handed over');
      const known = fulfilment.attempts > 1 ? await provider.retrieve(orderId) : null;
      const said =
        known?.status === 'draft' ? await provider.confirm(orderId) : (known ?? (await provider.submit(order)));
      await this.hear.hearAnswer(orderId, said, claim);
    } catch (error) {
      await this.postpone(orderId, claim, fulfilment.attempts, error);
    }
  }

  private async postpone(orderId: string, claim: string, attempts: number, error: unknown): Promise<void> {
    const isRefused = error instanceof PrintRefused;
    const sentence = isRefused ? error.message : 'The printer does not answer.';
    const reason = withItsWords(sentence, isRefused ? error.detail : null);
    const isAlarm = isRefused || isWorthAnAlarm(attempts);
    this.logger[isAlarm ? 'error' : 'warn'](
      { err: error, orderId, attempts },
      'an order could not be handed to the printer, it is tried again',
    );
    const pauseMs = isRefused ? PAUSE_AFTER_REFUSAL_MS : pauseAfter(attempts);
    await this.desk.postpone(orderId, claim, { pauseMs, alarm: isAlarm ? { reason, sentence } : null });
  }
}
