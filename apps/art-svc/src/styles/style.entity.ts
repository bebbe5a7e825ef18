import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A style a customer may choose. */
@Entity('ai_styles')
export class StyleEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) description: string | null;
  /** For engines that understand language; `{petName}` and `{prompt}` are filled in. */
  @Column('text') promptTemplate: string;
  @Column('boolean', { default: true }) active: boolean;
  /** Place in the list, from 0. */
  @Column('integer', { default: 0 }) position: number;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}
