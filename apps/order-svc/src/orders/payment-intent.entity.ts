import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A payment at the provider for one content of an order: its amount never changes. */
@Entity('payment_intents')
export class PaymentIntent {
  @PrimaryColumn('uuid')
  orderId: string;

  /** The order's `canceledIntents` while this is its present intent. */
  @PrimaryColumn('integer')
  n: number;

  /** The provider's id. */
  @Column('text', { name: 'intent_id' })
  id: string;

  /** Null once the intent was replaced or the order was anonymised. */
  @Column('text', { nullable: true })
  clientSecret: string | null = null;

  /** The provider's account in which it was made. Null if the keys could not read it. */
  @Column('text', { nullable: true })
  account: string | null;

  /** Whether it is about real money. */
  @Column('boolean')
  livemode: boolean;

  /** It is being cancelled and replaced. Its end does not cancel the order. */
  @Column('boolean')
  isEnding: boolean = false;

  /** When the customer last started to pay. */
  @Column('timestamptz', { nullable: true })
  startedAt: Date | null = null;

  /** Since when a payment is in progress at a bank or waits for the customer there; null if none is. */
  @Column('timestamptz', { nullable: true })
  awaitedSince: Date | null = null;

  /** When the last payment attempt ended without success. */
  @Column('timestamptz', { nullable: true })
  awaitEndedAt: Date | null = null;
}
