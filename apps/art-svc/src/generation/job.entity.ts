import type { DesignStatus } from '@shop/contracts/art';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { FailureReason } from './job-status.rules.js';

/** One wish for an artwork, and what became of it. */
@Entity('ai_jobs')
export class JobEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  /** Exactly one of userId and guestId is set. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('uuid', { nullable: true }) guestId: string | null;
  @Column('uuid') inputImageId: string;
  /** Set where, and only where, the job is completed. */
  @Column('uuid', { nullable: true }) outputImageId: string | null;
  @Column('text') styleKey: string;
  @Column('text', { nullable: true }) prompt: string | null;
  @Column('text', { nullable: true }) petName: string | null;
  /** 0 is the artwork that the preview shows; each other number has a seed of its own. */
  @Column('integer') variation: number;
  /** Width to height of the print area it is meant for; null where no product was known. */
  @Column('double precision', { nullable: true }) printShape: number | null;
  @Column('text') status: DesignStatus;
  /** The sentence people read. */
  @Column('text', { nullable: true }) errorMessage: string | null;
  @Column('text', { nullable: true }) failureReason: FailureReason | null;
  /** A repeated call with the same key joins this job (D16); unique among its owner's. */
  @Column('uuid', { nullable: true }) idempotencyKey: string | null;
  /** SHA-256 of what was asked for, to tell a repeated call from another one under the same key (D38). */
  @Column('text') bodyHash: string;
  @Column('integer') progressPercent: number;
  @Column('text') progressStage: string;
  /** Number of the picture that shows the artwork so far (see JobPartials); null where there is none. */
  @Column('integer', { nullable: true }) partial: number | null;
  /** How often it was begun; more than once where an instance died while it drew. */
  @Column('integer') attempts: number;
  /** The drawing that holds the job: its own id, not the instance's, so that a drawing that lost it can't finish it. */
  @Column('uuid', { nullable: true }) claimedBy: string | null;
  /** When the drawing that holds it, or finished it, was begun. */
  @Column('timestamptz', { nullable: true }) claimedAt: Date | null;
  /** Prolonged while it is drawn; when it passes, another instance may take the job over. */
  @Column('timestamptz', { nullable: true }) leaseExpiresAt: Date | null;
  @Column('timestamptz') deadlineAt: Date;
  /** False where nobody was waiting for it any more when it was completed. */
  @Column('boolean') watched: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}
