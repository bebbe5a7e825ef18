import type { DesignStatus, PRINT_FILE_FAILURES } from '@shop/contracts-art';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts-order';
import type { ScaleSense } from '@shop/placement';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type PrintFailure = (typeof PRINT_FILE_FAILURES)[number];

/** The stored print file. */
export interface PrintFileDetails {
  /** SHA-256 of the PNG, hex; also its key in the store. */
  readonly sha256: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bleedPx: number;
  /**
   * Density of the artwork at its printed size: the file's own density where it was painted for print, less where it
   * was enlarged.
   */
  readonly dpi: number;
  readonly sizeBytes: number;
}

/** A paid order item with its print file and mock-up. Its row exists before its file. */
@Entity('print_files')
export class PrintFileEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') orderItemId: string;
  @Column('uuid') orderId: string;
  @Column('text') orderNumber: string;
  /** Position of the item in its order, from 1. */
  @Column('integer') line: number;
  /** The order is delivered or cancelled, so its print files are no longer needed. */
  @Column('boolean') orderEnded: boolean;
  @Column('uuid', { nullable: true }) artworkId: string | null;
  @Column('jsonb') design: DesignConfig;
  @Column('text') scaleSense: ScaleSense;
  /** Null where the product is unknown. */
  @Column('jsonb', { nullable: true }) print: OrderItemPrint | null;
  /** Revision of the item; results of older revisions are discarded. */
  @Column('integer') revision: number;
  @Column('text') status: DesignStatus;
  @Column('text', { nullable: true }) failureReason: PrintFailure | null;
  /** The current attempt, or the last one. */
  @Column('integer') attempts: number;
  /** Saved before the mock-up, so that waiting for the catalogue never repeats the print. */
  @Column('jsonb', { nullable: true }) file: PrintFileDetails | null;
  /** Small view of the print file; null until the file is made. */
  @Column('uuid', { nullable: true }) viewId: string | null;
  @Column('uuid', { nullable: true }) mockupId: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}
