import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { HearPrinter } from './hear-printer.js';
import { PrintProviders } from './print-providers.js';

/** What no webhook told is learned by asking this often. */
const ASK_AFTER_MS = 30 * 60_000;
/** Far below what printers take in a minute. */
const ASK_BATCH = 20;

/** How orders that the printer has are learned of: by its webhooks, which only say where to look, and by asking now and then. */
@Injectable()
export class AskPrinter {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly providers: PrintProviders,
    private readonly hear: HearPrinter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws where it has to be delivered again. */
  async byWebhook(secret: string, body: unknown): Promise<void> {
    const { current } = this.providers;
    if (!current) throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', SENTENCES.notFound);
    const orderId = current.verifyWebhook(secret, body);
    if (orderId) await this.ask(orderId);
  }

  /** An order that is not at a printer is not asked about: another shop of the same account may have one of that number. */
  async ask(orderId: string): Promise<void> {
    const fulfilment = await this.fulfilments.find(orderId);
    if (!fulfilment) return;
    const said = await this.providers.of(fulfilment.provider)?.retrieve(orderId);
    if (said) await this.hear.hear(orderId, said);
  }

  /** One that fails does not keep the others from being asked about. */
  async askUnasked(): Promise<void> {
    for (const orderId of await this.fulfilments.takeUnasked(ASK_AFTER_MS, ASK_BATCH)) {
      await this.ask(orderId).catch((error: unknown) => this.logger.warn({ err: error, orderId }, 'the printer could not be asked about an order'));
    }
  }
}
