import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

/** A style that customers can choose. */
@Entity('ai_styles')
export class StyleEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) description: string | null;
  /** Prompt for engines that understand language, with the placeholders `{petName}` and `{prompt}`. */
  @Column('text') promptTemplate: string;
  @Column('boolean', { default: true }) active: boolean;
  /** Position in the list, from 0. */
  @Column('integer', { default: 0 }) position: number;
  /** An uploaded picture of the shop, `/media/<id>`; null for the page's own sample. */
  @Column('text', { nullable: true }) exampleUrl: string | null;
  /** Number of changes, to reject an edit of an outdated version. */
  @VersionColumn({ default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}
