import { Inject, Injectable } from '@nestjs/common';
import { SESSION_DAYS } from '@shop/contracts/identity';
import { DataSource } from 'typeorm';

/** Personal data of an account, without secrets: no password hash, session id or token. */
@Injectable()
export class PersonalDataRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findAccount(userId: string): Promise<object | null> {
    const [account] = await this.dataSource.query<object[]>(
      `SELECT id, email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl", role,
         created_at AS "createdAt", updated_at AS "updatedAt" FROM users WHERE id = $1 AND closed_at IS NULL`,
      [userId],
    );
    return account ?? null;
  }

  /** A session is extended once a day, so only the day of its last use is known. */
  async listSessions(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      `SELECT (expire - make_interval(days => $2))::date::text AS "lastUsedOn", expire AS "endsAt" FROM sessions
       WHERE sess ->> 'userId' = $1 AND expire > now() ORDER BY expire DESC LIMIT 1000`,
      [userId, SESSION_DAYS],
    );
  }

  /** Guest sessions that the account claimed at a sign-in. */
  async listGuestClaims(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT guest_id AS "guestId", claimed_at AS "claimedAt" FROM guest_claims WHERE user_id = $1 ORDER BY claimed_at DESC, guest_id LIMIT 10000',
      [userId],
    );
  }

  async listResetTokens(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT created_at AS "askedAt", expires_at AS "expiresAt" FROM password_reset_tokens WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC, id LIMIT 100',
      [userId],
    );
  }
}
