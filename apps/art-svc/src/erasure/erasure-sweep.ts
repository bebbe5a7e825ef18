import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { EraseCustomer } from './erase-customer.js';

/** Looks after people who were forgotten a moment ago. */
@Injectable()
export class ErasureSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | null = null;

  constructor(
    private readonly customers: EraseCustomer,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.start(), this.config.UPKEEP_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  private start(): void {
    this.sweeping ??= this.customers
      .again()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not look after those who were forgotten'))
      .finally(() => (this.sweeping = null));
  }
}
