import type { PictureArea, PrintAreaSize, ProductCategory } from '@shop/contracts/catalog';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

@Entity('products')
export class ProductEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') title: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text') category: ProductCategory;
  @Column('bigint') basePriceCents: number;
  @Column('text', { nullable: true }) imageUrl: string | null;
  @Column('text', { nullable: true }) mockupTemplateUrl: string | null;
  @Column('boolean', { default: true }) active: boolean;
  /** Set by an admin; null: its picture's or its category's (`areasOf`). */
  @Column('jsonb', { nullable: true }) printArea: PrintAreaSize | null;
  /** Set by an admin; null: its picture's or the middle (`areasOf`). */
  @Column('jsonb', { nullable: true }) pictureArea: PictureArea | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  /** Counts the changes of the product itself, so that nobody overwrites what they have not seen. */
  @VersionColumn({ default: 1 }) version: number;
  /** D22: set when the product was taken out of the catalogue; its row stays, so that its events keep their numbers. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
