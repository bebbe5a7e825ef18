import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isOnItsWay } from './fulfilment.rules.js';
import { FulfilmentsRepository, type Asking } from './fulfilments.repository.js';
import { HearPrinter } from './hear-printer.js';
import { PrintRefused, type PrinterOrder } from './print-provider.js';
import { PrintProviders } from './print-providers.js';

/** What no webhook told is learned by asking this often; later where there is so much to ask that it would take more than half of Printful's 120 requests a minute. */
const ASKING: Asking = { olderThanMs: 30 * 60_000, atOnce: 5, aMinute: 60 };

/** How orders that the printer has are learned of: by its webhooks, which only say where to look, and by asking now and then. */
@Injectable()
export class AskPrinter {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orders: OrdersRepository,
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

  async ask(orderId: string): Promise<void> {
    const said = await this.lookUp(orderId);
    if (said) await this.hear.hear(orderId, said);
  }

  /** What lies among the printer's drafts is printed all the same. Not at the word of a webhook: somebody may be changing it just then. */
  async askAndConfirm(orderId: string): Promise<void> {
    const said = await this.lookUp(orderId);
    if (said) await this.hear.hear(orderId, said.status === 'draft' ? await this.confirm(orderId, said) : said);
  }

  /** One that fails does not keep the others from being asked about. */
  async askUnasked(): Promise<void> {
    if (!this.providers.reachable.includes('printful')) return;
    for (const orderId of await this.fulfilments.takeUnasked(ASKING)) {
      await this.askAndConfirm(orderId).catch((error: unknown) =>
        this.logger.warn({ err: error, orderId }, 'the printer could not be asked about an order'),
      );
    }
  }

  /** An order that is not at a printer is not asked about: another shop of the same account may have one of that number. What the printer has lost is told. */
  private async lookUp(orderId: string): Promise<PrinterOrder | null> {
    const fulfilment = await this.fulfilments.find(orderId);
    const provider = fulfilment && this.providers.of(fulfilment.provider);
    if (!provider) return null;
    const said = await provider.retrieve(orderId);
    // Only what it had before it was asked is gone: the rest may be on its way to it.
    if (!said && !isOnItsWay(fulfilment)) await this.hear.hearGone(orderId);
    return said;
  }

  private async confirm(orderId: string, draft: PrinterOrder): Promise<PrinterOrder> {
    const [order, fulfilment] = await Promise.all([this.orders.find(orderId), this.fulfilments.find(orderId)]);
    const provider =
      order?.status === 'processing' && fulfilment?.state === 'submitted'
        ? this.providers.of(fulfilment.provider)
        : null;
    if (!provider) return draft;
    try {
      return await provider.confirm(orderId);
    } catch (error) {
      if (!(error instanceof PrintRefused)) throw error;
      return { ...draft, reason: error.detail };
    }
  }
}
