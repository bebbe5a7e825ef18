import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { moneyDifferencesFound } from '@shop/contracts/order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { alarmAddress, type Config } from '../config.js';
import { LetterDesk } from '../letters/letter-desk.js';

/** What the shop's own people are written to about. */
@Controller()
export class AlarmLettersConsumer implements OnApplicationBootstrap {
  private readonly address: string | null;

  constructor(
    private readonly letters: LetterDesk,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.address = alarmAddress(config);
  }

  onApplicationBootstrap(): void {
    if (this.address === null)
      this.logger.warn(
        'nobody is written to where payments, orders and print jobs do not agree: neither ALARM_EMAIL nor ADMIN_EMAIL is set',
      );
  }

  @OnEvent(moneyDifferencesFound)
  async onMoneyDifferencesFound(
    { id, data }: EventEnvelope<EventPayload<typeof moneyDifferencesFound>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (this.address === null) {
      this.logger.error(
        { count: data.count },
        'nobody is written to about differences on the Money card: ALARM_EMAIL is not set',
      );
      return;
    }
    await this.letters.send(manager, {
      key: `differences-found/${id}`,
      to: this.address,
      letter: 'differences-found',
      props: data,
    });
  }
}
