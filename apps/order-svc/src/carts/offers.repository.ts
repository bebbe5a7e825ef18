import { Injectable } from '@nestjs/common';
import { Statements } from '../database/statements.js';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { LineContent, LineOffer } from './cart-line.rules.js';
import { OFFER_COLUMNS, offerJoins } from './offer.sql.js';

export interface Offer extends LineOffer {
  artworkIsKnown: boolean;
  artworkIsOwn: boolean;
}

const SELECT_OFFER = `
  SELECT ${OFFER_COLUMNS}, a.id IS NOT NULL AS "artworkIsKnown",
    COALESCE(a.user_id = $5, false) OR COALESCE(a.guest_id = $6, false) AS "artworkIsOwn"
  FROM (VALUES ($1::uuid, $2::uuid, $3::text, $4::text)) AS line (product_id, image_id, size, color)
  ${offerJoins({ productId: 'line.product_id', imageId: 'line.image_id', size: 'line.size', color: 'line.color' })}`;

@Injectable()
export class OffersRepository {
  constructor(private readonly statements: Statements) {}

  async get(content: LineContent, ids: OwnerIds): Promise<Offer> {
    const { productId, generatedImageId, variantSelections } = content;
    const values = [productId, generatedImageId, variantSelections.size ?? null, variantSelections.color ?? null, ids.userId, ids.guestId];
    const [offer] = await this.statements.run<Offer>({ name: 'cart-offer', text: SELECT_OFFER }, values);
    if (!offer) throw new Error('An offer is one row, even of nothing');
    return offer;
  }
}
