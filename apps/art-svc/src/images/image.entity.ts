import { BUILT_IN } from '@shop/art-engine/version';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { GroundKind } from '@shop/art-engine/draw-ground';

/** `product` pictures belong to the shop. They have no owner, and neither the cleanup nor an erasure deletes them. */
export type ImageType = 'upload' | 'artwork' | 'product' | 'mockup' | 'print-view';
export type ImageMimeType = 'image/jpeg' | 'image/png';

/**
 * A stored picture: a customer's photo, an artwork, a product picture, a mock-up, or a small view of a print file.
 */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('uuid') id: string;
  /** Exactly one of userId and guestId is set; neither is for a product picture. */
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
  /** When the cleanup looks at a photo; the database's default is 30 days after the upload. */
  @Column('timestamptz', { select: false }) reviewAt: Date;
}

/** The engine that drew an artwork: `built-in` or `openai`. */
export const getEngine = ({ metadata }: Pick<ImageEntity, 'metadata'>): string | undefined =>
  typeof metadata.engine === 'string' ? metadata.engine : undefined;

/** The built-in engine paints a ground that can be continued; the edge of any other picture may be anything. */
export const getGroundKind = (image: Pick<ImageEntity, 'metadata'>): GroundKind =>
  getEngine(image) === BUILT_IN ? 'continued' : 'edge-colour';

/** The public path of a picture. */
export const getImageUrl = (id: string): string => `/media/${id}`;

/** How drawings and artworks name the files of a pet. */
export interface RequestedPet {
  /** The photo. */
  readonly imageId: string;
  /** Null: the photo's automatic cut-out. */
  readonly cutOutId: string | null;
}

/** The files that a pet was drawn from, as an artwork's metadata have them. Hashes are SHA-256, hex. */
export interface PetSource {
  readonly imageId: string;
  readonly sha256: string;
  /** Null where the photo has no cut-out. */
  readonly cutOutId: string | null;
  readonly cutOutSha256: string | null;
}
