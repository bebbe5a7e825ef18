import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class GuestClaimsRepository {
  /** Only the first call for a guest returns true. A concurrent call waits for its commit. */
  async insertClaim(manager: EntityManager, guestId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'INSERT INTO guest_claims (guest_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [guestId, userId],
    );
    return rows.length === 1;
  }

  async isClaimedBy(manager: EntityManager, guestId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM guest_claims WHERE guest_id = $1 AND user_id = $2', [
      guestId,
      userId,
    ]);
    return rows.length === 1;
  }
}
