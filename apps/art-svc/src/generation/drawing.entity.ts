import type { Background, DesignStatus } from '@shop/contracts-art';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { FailureReason } from './drawing-status.rules.js';

/** A requested artwork and its result. */
@Entity('ai_jobs')
export class DrawingEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  /** Exactly one of userId and guestId is set. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('uuid', { nullable: true }) guestId: string | null;
  @Column('uuid') inputImageId: string;
  /** Set exactly when the drawing is completed. */
  @Column('uuid', { nullable: true }) outputImageId: string | null;
  /** Null: the automatic cut-out of the photo. */
  @Column('uuid', { nullable: true }) cutOutId: string | null;
  /** Null: as the style draws it. */
  @Column('text', { nullable: true }) background: Background | null;
  @Column('text') styleKey: string;
  @Column('text', { nullable: true }) prompt: string | null;
  @Column('text', { nullable: true }) petName: string | null;
  /** 0 is the artwork that the preview shows; every other number has its own seed. */
  @Column('integer') variation: number;
  /** Width to height of the intended print area; null where the product is unknown. */
  @Column('double precision', { nullable: true }) printShape: number | null;
  @Column('text') status: DesignStatus;
  /** The message that the customer reads. */
  @Column('text', { nullable: true }) errorMessage: string | null;
  @Column('text', { nullable: true }) failureReason: FailureReason | null;
  /** A repeated request with the same key joins this drawing. Unique for each owner. */
  @Column('uuid', { nullable: true }) idempotencyKey: string | null;
  /** SHA-256 of the request, which tells a repeated request from another one under the same key. */
  @Column('text') bodyHash: string;
  @Column('integer') progressPercent: number;
  @Column('text') progressStage: string;
  /** Number of the current partial picture; null for none. */
  @Column('integer', { nullable: true }) partial: number | null;
  /** The current attempt to draw, or the last one. Only the current attempt may change the drawing. */
  @Column('integer') attempts: number;
  /** When this attempt started. Null before the first, and while the drawing waits for the picture store. */
  @Column('timestamptz', { nullable: true }) claimedAt: Date | null;
  @Column('timestamptz') deadlineAt: Date;
  /** False if no page waited for the drawing when it was completed. */
  @Column('boolean') watched: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}
