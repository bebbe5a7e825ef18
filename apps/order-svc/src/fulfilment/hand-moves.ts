import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { OrderStatus } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { mayBeAtPrinter } from './fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment } from './fulfilments.repository.js';
import { HearPrinter } from './hear-printer.js';
import type { PrinterOrder, PrintProvider } from './print-provider.js';
import { PrintProviders } from './print-providers.js';

/** Longer than a printer takes that answers, shorter than the gateway waits. */
const HANDING_OVER_MS = 5_000;
const LOOK_AGAIN_MS = 50;
/** More than it takes to take an order back and to write down what became of it. */
const TAKING_BACK_MS = 60_000;

const BEING_HANDED_OVER = 'ORDER_BEING_HANDED_OVER';

const beingHandedOver = (): DomainError =>
  new DomainError(
    BEING_HANDED_OVER,
    'conflict',
    'This order is being handed to the printer right now. Please try again in a moment.',
  );

const isBeingHandedOver = (error: unknown): boolean => error instanceof DomainError && error.code === BEING_HANDED_OVER;

const tooLate = (what: string): DomainError =>
  new DomainError('PRINTING_BEGUN', 'conflict', `The printer has begun to print this order: ${what}.`);
const printerSilent = (forWhat: 'to leave it' | 'about it'): DomainError =>
  new DomainError(
    'PRINTER_SILENT',
    'unavailable',
    `The printer may have this order, and can’t be asked ${forWhat} right now. Please try again in a moment.`,
  );

export const orderAtPrinter = (): DomainError =>
  new DomainError(
    'ORDER_AT_PRINTER',
    'conflict',
    'The printer has this order already. Please change the address there, or cancel the order.',
  );
const cancelledThere = (): DomainError =>
  new DomainError(
    'ORDER_CANCELLED_THERE',
    'conflict',
    'This order was cancelled at the printer, which can’t take it again. Please cancel it here too.',
  );

const movedOn = (): DomainError =>
  new DomainError('ORDER_MOVED_ON', 'conflict', 'This order has changed meanwhile. Please look at it again.');

/** At which try to hand it over an order was taken back, or was not there: a later one has put it there again. */
export interface Recalled {
  attempts: number;
}

/** What an admin's moves of an order mean for its printing. */
@Injectable()
export class HandMoves {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly providers: PrintProviders,
    private readonly hear: HearPrinter,
    private readonly schedule: FulfilmentSchedule,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Being handed over takes a moment, and an admin may be quick: work that met it has changed nothing, and is tried again for a while. */
  async afterHandingOver(work: () => Promise<void>): Promise<void> {
    const until = Date.now() + HANDING_OVER_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isBeingHandedOver(error) || Date.now() >= until) throw error;
      }
      await pause(LOOK_AGAIN_MS);
    }
  }

  /** Takes an order back that is to be cancelled; null where no printer can have it. Throws `conflict` where it is too late. */
  async recall(orderId: string): Promise<Recalled | null> {
    const fulfilment = await this.settled(orderId);
    return fulfilment && this.takeBack(fulfilment, 'it can no longer be cancelled');
  }

  /** What an admin ships is taken back from a printer that may have it unheard; one that has it for certain has printed it. */
  async recallUnheard(orderId: string): Promise<Recalled | null> {
    const fulfilment = await this.settled(orderId);
    return fulfilment && fulfilment.state !== 'submitted' ? this.takeBack(fulfilment, 'it ships it itself') : null;
  }

  /**
   * Of an order that is to be printed otherwise than it was: the printer must not have it. It is not taken back, because no printer takes an
   * order again under the number of one that was cancelled. Null where no printer can have it. Throws `conflict` where one does, and writes that down.
   */
  async assertNotThere(orderId: string): Promise<Recalled | null> {
    const fulfilment = await this.settled(orderId);
    if (!fulfilment || !mayBeAtPrinter(fulfilment)) return null;
    const printer = this.providers.of(fulfilment.provider);
    const said = printer && (await this.askAt(printer, orderId));
    if (!said) return { attempts: fulfilment.attempts };
    await this.hear.hear(orderId, said);
    throw said.status === 'cancelled' ? cancelledThere() : orderAtPrinter();
  }

  /** As it stays for a while: nobody begins to hand it over. */
  private async settled(orderId: string): Promise<Fulfilment | null> {
    await this.fulfilments.delay(orderId, TAKING_BACK_MS);
    const fulfilment = await this.fulfilments.find(orderId);
    if (fulfilment?.state === 'submitting') throw beingHandedOver();
    return fulfilment;
  }

  private async takeBack(fulfilment: Fulfilment, tooLateFor: string): Promise<Recalled | null> {
    const { orderId, provider, attempts } = fulfilment;
    if (!mayBeAtPrinter(fulfilment)) return null;
    const printer = this.providers.of(provider);
    if (printer && (await this.cancelAt(printer, orderId)) === 'too-late') throw tooLate(tooLateFor);
    return { attempts };
  }

  private async cancelAt(provider: PrintProvider, orderId: string): Promise<'cancelled' | 'too-late'> {
    try {
      return await provider.cancel(orderId);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'the printer could not be asked to leave an order');
      throw printerSilent('to leave it');
    }
  }

  private async askAt(provider: PrintProvider, orderId: string): Promise<PrinterOrder | null> {
    try {
      return await provider.retrieve(orderId);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'the printer could not be asked whether it has an order');
      throw printerSilent('about it');
    }
  }

  /** Under the order's lock: nothing has been handed over since. */
  async assertStill(manager: EntityManager, orderId: string, recalled: Recalled | null): Promise<void> {
    const fulfilment = await this.fulfilments.find(orderId, manager);
    if (fulfilment?.state === 'submitting') throw beingHandedOver();
    if (fulfilment && mayBeAtPrinter(fulfilment) && fulfilment.attempts !== recalled?.attempts) throw movedOn();
  }

  /** Under the order's lock: `processing` ends the hold; what an admin has shipped is not printed once more. */
  async follow(manager: EntityManager, orderId: string, to: OrderStatus, recalled: Recalled | null): Promise<void> {
    const fulfilment = await this.fulfilments.find(orderId, manager);
    if (!fulfilment) return;
    if (fulfilment.state === 'submitting') throw beingHandedOver();
    if (to === 'processing' && fulfilment.provider === 'by-hand') await this.fulfilments.noteByHand(manager, orderId);
    else if (to === 'processing') await this.fulfilments.hasten(manager, orderId);
    // Taken back is taken back, although the printer's word from before that was heard meanwhile.
    else if (recalled !== null || fulfilment.state !== 'submitted') {
      if (mayBeAtPrinter(fulfilment) && fulfilment.attempts !== recalled?.attempts) throw movedOn();
      await this.fulfilments.cancel(manager, orderId);
    }
  }

  /** Under the order's lock: what stood in its way is mended. A hold goes on. */
  async tryAgain(manager: EntityManager, orderId: string): Promise<void> {
    const fulfilment = await this.fulfilments.find(orderId, manager);
    if (fulfilment?.state === 'waiting') await this.fulfilments.hasten(manager, orderId);
    else if (fulfilment?.state === 'submitted') await this.fulfilments.handOverAgain(manager, orderId);
  }

  wake(): void {
    this.schedule.wake();
  }
}
