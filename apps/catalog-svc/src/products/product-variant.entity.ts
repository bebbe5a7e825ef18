import type { PrintArea, VariantType } from '@shop/contracts-catalog';
import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

@Entity('product_variants')
export class ProductVariantEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') productId: string;
  @Column('text') type: VariantType;
  @Column('text') name: string;
  /** Added to the product's price; may be negative. */
  @Column('bigint', { default: 0 }) priceModifierCents: number;
  @Column('boolean', { default: true }) active: boolean;
  @Column('text', { nullable: true }) colorHex: string | null;
  @Column('text', { nullable: true }) imageUrl: string | null;
  @Column('jsonb', { nullable: true }) printArea: PrintArea | null;
  /** Order within its type, for example XS before S; the colour of the product's picture is first. */
  @Column('integer', { default: 0 }) position: number;
  @VersionColumn({ default: 1 }) version: number;
}
