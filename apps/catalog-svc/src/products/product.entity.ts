import type { PictureArea, PrintAreaSize, ProductCategory } from '@shop/contracts/catalog';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

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
  @Column('jsonb') printArea: PrintAreaSize;
  @Column('jsonb') pictureArea: PictureArea;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
  /** D22: set when the product was taken out of the catalogue; its row stays, so that its events keep their numbers. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
