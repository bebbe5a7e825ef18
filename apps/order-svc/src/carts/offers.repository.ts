import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { LineContent } from './cart-line.rules.js';
import { SELECT_OFFER, toOfferValues, type Offer } from './offer.sql.js';

const SELECT_OFFER_FOR_OWNER = SELECT_OFFER({ first: 3, userId: '$1::uuid', guestId: '$2::uuid' });

@Injectable()
export class OffersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async getOffer(content: LineContent, ids: OwnerIds): Promise<Offer> {
    const [offer] = await this.dataSource.query<Offer[]>(SELECT_OFFER_FOR_OWNER, [
      ids.userId,
      ids.guestId,
      ...toOfferValues(content),
    ]);
    if (!offer) throw new Error('The offer query returned no row');
    return offer;
  }
}
