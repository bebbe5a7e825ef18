import type { AdminOrderItem, DesignConfig, OrderItemPrint, VariantSelections } from '@shop/contracts/order';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was sold, as it was when it was sold: it outlives the product (D22). */
@Entity('order_items')
export class OrderItem {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  orderId: string;

  /** Counted from 0, in the order of the cart. */
  @Column('integer')
  position: number;

  @Column('uuid')
  productId: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  imageUrl: string | null = null;

  @Column('uuid')
  generatedImageId: string;

  @Column('text', { nullable: true })
  generatedImageUrl: string | null = null;

  @Column('jsonb')
  variantSelections: VariantSelections;

  @Column('jsonb')
  designConfig: DesignConfig;

  /** Finds the cart's line again when this was paid for. */
  @Column('text')
  lineKey: string;

  @Column('integer')
  quantity: number;

  @Column('bigint')
  unitPriceCents: number;

  @Column('bigint')
  subtotalCents: number;

  /** What a printer needs; null until the catalogue has told of it. */
  @Column('jsonb', { nullable: true })
  print: OrderItemPrint | null = null;

  /** Made after the payment, as is the print file. */
  @Column('text', { nullable: true })
  mockupUrl: string | null = null;

  /** Counts the changes after the payment; a file made for an older one is not this item's. */
  @Column('integer')
  revision: number = 1;

  @Column('jsonb', { nullable: true })
  printFile: AdminOrderItem['printFile'] = null;

  /** Of the print file, hex: its name at the printer. */
  @Column('text', { nullable: true })
  printFileSha256: string | null = null;

  /** A small view of the print file, for the customer. */
  @Column('text', { nullable: true })
  printViewUrl: string | null = null;

  @Column('text', { nullable: true })
  printFileFailure: string | null = null;

  /** Since when its file is waited for, where it was asked for again after the payment. */
  @Column('timestamptz', { nullable: true })
  printRequestedAt: Date | null = null;

  /** Something else is to be printed: what was made is no longer this item's. */
  change({
    design,
    selections,
    print,
  }: {
    design: DesignConfig;
    selections: VariantSelections;
    print: OrderItemPrint | null;
  }): void {
    this.designConfig = design;
    this.variantSelections = selections;
    this.print = print;
    this.makeAnew();
  }

  /** What was made, or is being made, is no longer this item's. */
  makeAnew(now = new Date()): void {
    this.revision += 1;
    this.printRequestedAt = now;
    this.mockupUrl = null;
    this.printFile = null;
    this.printFileSha256 = null;
    this.printViewUrl = null;
    this.printFileFailure = null;
  }
}
