import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('contact_replies')
export class ContactReplyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') submissionId: string;
  @Column('text') message: string;
  /** The admin's email address, as in the audit trail. */
  @Column('text') author: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}
