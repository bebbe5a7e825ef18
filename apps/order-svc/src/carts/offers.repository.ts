import { Injectable } from '@nestjs/common';
import { Statements } from '../database/statements.js';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { LineContent } from './cart-line.rules.js';
import { SELECT_OFFER, valuesOfOffer, type Offer } from './offer.sql.js';

const OFFER = { name: 'cart-offer', text: SELECT_OFFER({ first: 3, userId: '$1::uuid', guestId: '$2::uuid' }) };

@Injectable()
export class OffersRepository {
  constructor(private readonly statements: Statements) {}

  async get(content: LineContent, ids: OwnerIds): Promise<Offer> {
    const [offer] = await this.statements.run<Offer>(OFFER, [ids.userId, ids.guestId, ...valuesOfOffer(content)]);
    if (!offer) throw new Error('An offer is one row, even of nothing');
    return offer;
  }
}
