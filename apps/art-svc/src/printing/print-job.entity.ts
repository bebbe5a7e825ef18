import type { DesignStatus, PRINT_FILE_FAILURES } from '@shop/contracts/art';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type PrintFailure = (typeof PRINT_FILE_FAILURES)[number];

/** The print file as it lies in the store, under its own hash. */
export interface PrintFileFacts {
  /** Of the PNG, hex. */
  readonly sha256: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bleedPx: number;
  /** What the artwork has at its printed size: its own, or the press's where it was painted anew. */
  readonly dpi: number;
  readonly sizeBytes: number;
}

/** One paid order item, and what was made of it for the press and for the eye. Its id is the print file's. */
@Entity('print_jobs')
export class PrintJobEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') orderItemId: string;
  @Column('uuid') orderId: string;
  @Column('text') orderNumber: string;
  /** The item's place in its order, from 1. */
  @Column('integer') line: number;
  /** Delivered or cancelled: nobody needs the files any more. */
  @Column('boolean') orderEnded: boolean;
  @Column('uuid', { nullable: true }) artworkId: string | null;
  @Column('jsonb') design: DesignConfig;
  /** Null where nobody knows the product any more. */
  @Column('jsonb', { nullable: true }) print: OrderItemPrint | null;
  /** Of the item, as it is to be printed: what was made of an older one is worth nothing. */
  @Column('integer') revision: number;
  @Column('text') status: DesignStatus;
  @Column('text', { nullable: true }) failureReason: PrintFailure | null;
  @Column('integer') attempts: number;
  /** The try that holds the job; see ADR 6. */
  @Column('uuid', { nullable: true }) claimedBy: string | null;
  @Column('timestamptz', { nullable: true }) leaseExpiresAt: Date | null;
  /** Not to be tried before. */
  @Column('timestamptz') dueAt: Date;
  /** Kept as soon as it is made, before the mock-up. */
  @Column('jsonb', { nullable: true }) file: PrintFileFacts | null;
  /** The file made small; null for one that was made before there were any. */
  @Column('uuid', { nullable: true }) viewId: string | null;
  @Column('uuid', { nullable: true }) mockupId: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}
