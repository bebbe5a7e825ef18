import type { PictureArea, PrintArea, ProductCategory, ProductDetails } from '@shop/contracts-catalog';
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
  /** Set by an admin; null for the default of the picture or category (`getAreas`). */
  @Column('jsonb', { nullable: true }) printArea: PrintArea | null;
  /** Set by an admin; null for the default of the picture (`getAreas`). */
  @Column('jsonb', { nullable: true }) pictureArea: PictureArea | null;
  /** What one piece costs the shop; null if that is not known. Only admins see it. */
  @Column('bigint', { nullable: true }) costCents: number | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  /** Number of changes, to reject an edit of an outdated version. */
  @VersionColumn({ default: 1 }) version: number;
  /** The address of its page; null until it has one, then its id counts. Only ProductSlugsRepository changes it. */
  @Column({ type: 'text', nullable: true, update: false, insert: false }) slug: string | null;
  /** Texts and size table of its page. */
  @Column('jsonb', { nullable: true }) details: ProductDetails | null;
  /** Set when the product was deleted. The row stays, so that the sequence of its events continues. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
