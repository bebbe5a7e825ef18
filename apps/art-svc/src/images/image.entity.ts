import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** `product`: a product's picture; it belongs to the shop, so to nobody, and is never swept or erased. */
export type ImageType = 'upload' | 'artwork' | 'product' | 'mockup' | 'print-view';
export type ImageMimeType = 'image/jpeg' | 'image/png';

/** A picture that is kept: a customer's photo, an artwork made of one, a product's picture, a product with an artwork on it, or a print file made small. */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('uuid') id: string;
  /** Exactly one of userId and guestId is set; neither on a product's picture. */
  @Column('uuid', { nullable: true }) userId: string | null;
  @Column('uuid', { nullable: true }) guestId: string | null;
  @Column('text') type: ImageType;
  @Column('text') url: string;
  @Column('text') mimeType: ImageMimeType;
  @Column('integer') widthPx: number;
  @Column('integer') heightPx: number;
  @Column('integer') sizeBytes: number;
  @Column('jsonb') metadata: Record<string, unknown>;
  @Column('text', { default: 'active' }) status: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}

/** D15 */
export const imageUrl = (id: string): string => `/media/${id}`;
