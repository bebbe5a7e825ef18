import { isDeepStrictEqual } from 'node:util';
import type {
  AdminOrderItem,
  DesignConfig,
  MissingChoice,
  OrderItemPrint,
  VariantIds,
  VariantSelections,
} from '@shop/contracts-order';
import type { ScaleSense } from '@shop/placement';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sold item. It copies the product's data, because an order outlives the product. */
@Entity('order_items')
export class OrderItem {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  orderId: string;

  /** Counted from 0, in the sequence of the cart. */
  @Column('integer')
  position: number;

  @Column('uuid')
  productId: string;

  @Column('text')
  title: string;

  /** Of the product as it was sold. Null: unknown. */
  @Column('text', { nullable: true })
  category: string | null = null;

  @Column('text', { nullable: true })
  imageUrl: string | null = null;

  @Column('uuid')
  generatedImageId: string;

  @Column('text', { nullable: true })
  generatedImageUrl: string | null = null;

  @Column('jsonb')
  variantSelections: VariantSelections;

  /** Of the chosen size and colour as they were bought. The printer's article is found by them. */
  @Column('jsonb')
  variantIds: VariantIds;

  @Column('jsonb')
  designConfig: DesignConfig;

  /** Of the cart line; a later change of the placement keeps it. */
  @Column('text')
  scaleSense: ScaleSense;

  /** Identifies the cart line that is removed after the payment. */
  @Column('text')
  lineKey: string;

  @Column('integer')
  quantity: number;

  @Column('bigint')
  unitPriceCents: number;

  @Column('bigint')
  subtotalCents: number;

  /** Print data from the catalogue; null until the catalogue has sent it. */
  @Column('jsonb', { nullable: true })
  print: OrderItemPrint | null = null;

  /** Made after the payment, like the print file. */
  @Column('text', { nullable: true })
  mockupUrl: string | null = null;

  /** Counts the changes after the payment. A file for an older revision is ignored. */
  @Column('integer')
  revision: number = 1;

  @Column('jsonb', { nullable: true })
  printFile: AdminOrderItem['printFile'] = null;

  /** SHA-256 of the print file in hex, which names it at the printer. */
  @Column('text', { nullable: true })
  printFileSha256: string | null = null;

  /** A small preview of the print file for the customer. */
  @Column('text', { nullable: true })
  printViewUrl: string | null = null;

  @Column('text', { nullable: true })
  printFileFailure: string | null = null;

  /** When the print file was requested again after the payment. */
  @Column('timestamptz', { nullable: true })
  printRequestedAt: Date | null = null;

  /** The printer has no more of it. False again once it has, or another size or colour is chosen. */
  @Column('boolean')
  isOutOfStock: boolean = false;

  /** What was refunded for cheaper sizes and colours. */
  @Column('bigint')
  priceBackCents: number = 0;

  /** What was not chosen, although the product has sizes or colours. Not stored: computed when items are listed. */
  missingChoices: MissingChoice[] = [];

  /** Changes the design after the payment, which makes the print file obsolete. */
  applyChange({
    artwork,
    design,
    selections,
    variantIds,
    imageUrl,
    print,
  }: {
    artwork: { id: string; url: string | null };
    design: DesignConfig;
    selections: VariantSelections;
    variantIds: VariantIds;
    /** The product's picture in the chosen colour. */
    imageUrl: string | null;
    print: OrderItemPrint | null;
  }): void {
    if (!isDeepStrictEqual(selections, this.variantSelections)) this.isOutOfStock = false;
    this.generatedImageId = artwork.id;
    this.generatedImageUrl = artwork.url;
    this.designConfig = design;
    this.variantSelections = selections;
    this.variantIds = variantIds;
    this.imageUrl = imageUrl;
    this.print = print;
    this.resetPrintFile();
  }

  /** Discards the print file and starts a new revision, so that a file in progress is ignored. */
  resetPrintFile(now = new Date()): void {
    this.revision += 1;
    this.printRequestedAt = now;
    this.mockupUrl = null;
    this.printFile = null;
    this.printFileSha256 = null;
    this.printViewUrl = null;
    this.printFileFailure = null;
  }
}
