import type { ContactStatus } from '@shop/contracts/support';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { assertMove } from './contact-status.rules.js';

@Entity('contact_submissions')
export class ContactSubmissionEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  /** The account it was sent from; null for somebody who was not signed in. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') subject: string;
  @Column('text') message: string;
  @Column('text', { default: 'new' }) status: ContactStatus;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt: Date;

  /** Moves it on and says from where. Throws 409 where D29 does not allow it. */
  moveTo(status: ContactStatus): ContactStatus {
    const from = this.status;
    assertMove(from, status);
    this.status = status;
    return from;
  }
}
