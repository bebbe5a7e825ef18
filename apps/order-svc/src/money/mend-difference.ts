import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { AuditActor } from '@shop/service-kit';
import { FollowFacts } from '../payments/follow-facts.js';
import { HeldPayments } from '../payments/held-payments.js';
import {
  isMoreThanLeft,
  paid,
  remedyOf,
  type Difference,
  type Lingering,
  type NotPrinted,
} from './difference.rules.js';
import { DifferencesRepository } from './differences.repository.js';
import { MendPrinting } from './mend-printing.js';
import { MendRefund } from './mend-refund.js';
import { MendShop } from './mend-shop.js';

const mendedMeanwhile = () =>
  new DomainError('DIFFERENCE_MENDED', 'conflict', 'This has been mended meanwhile. Please look again.');
const noRemedy = () => new DomainError('DIFFERENCE_WITHOUT_REMEDY', 'conflict', "This can't be mended from here.");
const stillOwed = () =>
  new DomainError(
    'REFUND_STILL_OWED',
    'provider-failed',
    'The payment provider has not confirmed the refund. It is asked again every few minutes.',
  );

const unchanged = () => new DomainError('PRINTER_UNCHANGED', 'provider-failed', 'The printer still says the same.');

const goesBack = (facts: { amountCents: number; currency?: string }): string =>
  `${paid(facts)} goes back to the customer.`;

/** Does what the one button of a difference says; each step looks again under its lock, so that two admins mend it once. */
@Injectable()
export class MendDifference {
  constructor(
    private readonly differences: DifferencesRepository,
    private readonly held: HeldPayments,
    private readonly refund: MendRefund,
    private readonly shop: MendShop,
    private readonly facts: FollowFacts,
    private readonly printing: MendPrinting,
  ) {}

  /** What was done, in a sentence. */
  async execute(id: string, by: AuditActor): Promise<string> {
    const difference = await this.differences.find(id);
    if (!difference) throw mendedMeanwhile();
    const remedy = remedyOf(difference);
    if (remedy === null || remedy.href !== undefined) throw noRemedy();
    if (difference.orderId !== null) return this.mendOrder(difference, difference.orderId, by);
    const done = await this.shop.execute(difference, by);
    if (done === null) throw noRemedy();
    return done;
  }

  private async refundAgain(
    failed: Parameters<MendRefund['again']>[0] & { failure: string },
    by: AuditActor,
  ): Promise<string> {
    const done = await this.refund.again(failed, by);
    assertDone(done !== 'done before');
    if (done === 'nothing left') return 'Nothing is owed any more.';
    return isMoreThanLeft(failed) ? `At most ${goesBack(failed)}` : goesBack(failed);
  }

  private async mendOrder({ id, kind, facts }: Difference, orderId: string, by: AuditActor): Promise<string> {
    switch (kind) {
      case 'amount-differs':
        assertDone(
          await this.held.giveBack(
            facts.provider,
            { id: facts.intentId, amountCents: facts.amountCents, currency: facts.currency },
            by,
          ),
        );
        await this.refund.payOutOrRefuse(orderId);
        return goesBack(facts);
      case 'paid-after-cancel':
        assertDone(await this.refund.giveBackRest(orderId, by));
        return goesBack(facts);
      case 'refund-failed':
        return this.refundAgain({ orderId, ...facts }, by);
      case 'refund-owed':
        await this.refund.askAgain(orderId, facts.n, by);
        if (await this.differences.find(id)) throw stillOwed();
        return goesBack(facts);
      case 'state-differs':
        assertDone(await this.facts.execute(orderId, by));
        return `The order's payment is ${facts.said} now.`;
      case 'print-missing':
      case 'print-failed':
        assertDone(await this.printing.makeFiles(orderId, by));
        return 'The print file is being made again.';
      case 'not-printed':
        return 'lingers' in facts ? this.takeOn(id, orderId, facts, by) : this.print(id, orderId, facts, by);
      case 'printed-although':
        return this.askPrinter(id, orderId, by);
      case 'stray-payment':
      case 'dispute-open':
      case 'provider-refuses':
        throw noRemedy();
    }
  }

  private async print(
    id: string,
    orderId: string,
    { state, isPaid, isGone }: NotPrinted,
    by: AuditActor,
  ): Promise<string> {
    if (state === 'submitted' && !isGone) return this.askPrinter(id, orderId, by);
    if (!isPaid) {
      await this.printing.cancel(orderId, by);
      return 'The order is cancelled.';
    }
    await this.printing.handOver(orderId, by);
    return 'The printer is being tried again.';
  }

  private async takeOn(id: string, orderId: string, { lingers, byHand }: Lingering, by: AuditActor): Promise<string> {
    if (lingers === 'unsent' && !byHand) return this.askPrinter(id, orderId, by);
    if (lingers === 'unsent') {
      assertDone(await this.printing.move(orderId, 'shipped', by));
      return 'The order is shipped, and its customer is told.';
    }
    assertDone(await this.printing.move(orderId, 'processing', by));
    return 'The order is in processing. Its print files are in the order.';
  }

  private async askPrinter(id: string, orderId: string, by: AuditActor): Promise<string> {
    await this.printing.askPrinter(orderId, by);
    if (await this.differences.find(id)) throw unchanged();
    return 'The printer says that this is settled.';
  }
}

function assertDone(isDone: boolean): void {
  if (!isDone) throw mendedMeanwhile();
}
