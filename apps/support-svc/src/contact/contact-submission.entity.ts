import type { ContactStatus } from '@shop/contracts-support';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { assertStatusChange } from './contact-status.rules.js';

@Entity('contact_submissions')
export class ContactSubmissionEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  /** The signed-in sender; null for other senders. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') subject: string;
  @Column('text') message: string;
  @Column('text', { default: 'new' }) status: ContactStatus;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt: Date;

  /** Returns the former status. Throws 409 for a change that the rules do not allow. */
  changeStatus(status: ContactStatus): ContactStatus {
    const from = this.status;
    assertStatusChange(from, status);
    this.status = status;
    return from;
  }
}
