import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '../database/prepared-statements.js';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { LineContent } from './cart-line.rules.js';
import { SELECT_OFFER, toOfferValues, type Offer } from './offer.sql.js';

const SELECT_OFFER_STATEMENT = {
  name: 'cart-offer',
  text: SELECT_OFFER({ first: 3, userId: '$1::uuid', guestId: '$2::uuid' }),
};

@Injectable()
export class OffersRepository {
  constructor(private readonly statements: PreparedStatements) {}

  async getOffer(content: LineContent, ids: OwnerIds): Promise<Offer> {
    const [offer] = await this.statements.run<Offer>(SELECT_OFFER_STATEMENT, [
      ids.userId,
      ids.guestId,
      ...toOfferValues(content),
    ]);
    if (!offer) throw new Error('The offer query returned no row');
    return offer;
  }
}
