import { Inject, Injectable } from '@nestjs/common';
import type { Order } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { LetterDesk } from '../letters/letter-desk.js';
import type { LetterName, LetterProps } from '../letters/letter-props.js';
import { changeKey, changesOf, moveKey, OrderMockups } from '../letters/order-mockups.js';
import { foldChanges, stillTrue } from './order-changes.rules.js';

type Change = LetterProps['order-changed'];

/** Letters before which what was changed has to be told: of what is printed, of where it goes (D51), of nothing any more. */
const ENDINGS = ['order-printing', 'order-shipped', 'order-cancelled'] as const satisfies readonly LetterName[];
const isEnding = (letter: LetterName): letter is (typeof ENDINGS)[number] =>
  (ENDINGS as readonly LetterName[]).includes(letter);

const withoutHold = ({ link, ...change }: Change): Change => ({
  ...change,
  link: link && { ...link, changeableUntil: null },
});

/** What is changed of a paid order within a few minutes is one letter (D54), which waits for the pictures of it as well: they are made anew. */
@Injectable()
export class ChangeLetters {
  constructor(
    private readonly mockups: OrderMockups,
    private readonly letters: LetterDesk,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The letter that waits is replaced by one that tells of this change too. */
  async tell(manager: EntityManager, eventId: string, change: Change): Promise<void> {
    const { id: orderId, email } = change.order;
    if (!email) return;
    await this.mockups.lockOrder(manager, orderId);
    const key = changeKey(orderId, eventId);
    const known = await this.letters.known(manager, [key, ...ENDINGS.map((letter) => moveKey(letter, orderId))]);
    // Told before, or heard too late: nothing of it is printed.
    if (known.has(key) || known.has(moveKey('order-cancelled', orderId))) return;

    const gatheredUntil = new Date(Date.now() + this.config.ORDER_CHANGES_WAIT_MS).toISOString();
    const waiting = await this.letters.takeBack(manager, 'order-changed', changesOf(orderId));
    const fresh: Change = {
      ...(known.has(moveKey('order-printing', orderId)) ? withoutHold(change) : change),
      gatheredUntil,
    };
    const props = foldChanges<Change>([fresh, ...waiting]);
    const dueAt = new Date(
      Math.max(Date.parse(props.gatheredUntil ?? gatheredUntil), Date.now() + this.config.ORDER_LETTER_WAIT_MS),
    );
    await this.letters.send(manager, { key, to: email, letter: 'order-changed', props, dueAt });
    await this.mockups.hastenLetters(manager, orderId);
  }

  /**
   * What this letter has to say in place of the one that waits, which would come after it and offer to change what can't be changed any more. Nothing
   * where the letter was handed in before, or where it is none of these.
   */
  async endedBy(manager: EntityManager, letter: LetterName, order: Order): Promise<string[]> {
    if (!isEnding(letter)) return [];
    await this.mockups.lockOrder(manager, order.id);
    const key = moveKey(letter, order.id);
    if ((await this.letters.known(manager, [key])).has(key)) return [];
    const waiting = await this.letters.takeBack(manager, 'order-changed', changesOf(order.id));
    return letter === 'order-cancelled'
      ? []
      : stillTrue(
          waiting.flatMap(({ what }) => what),
          order,
        );
  }
}
