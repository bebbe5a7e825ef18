import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { REVIEW_LINK_DAYS } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';

export interface InvitedProduct {
  productId: string;
  title: string;
}

export interface ReviewInvitationRow {
  orderId: string;
  orderNumber: string;
  userId: string | null;
  firstName: string | null;
  expiresAt: Date;
}

const COLUMNS = `order_id AS "orderId", order_number AS "orderNumber", user_id AS "userId", first_name AS "firstName", expires_at AS "expiresAt"`;

/**
 * A second delivery of the event changes nothing, nor does one that comes after the end of the link. A row without a key may be there already:
 * it has what happened to the order since.
 */
const INSERT = `
  INSERT INTO review_invitations AS known (order_id, order_number, user_id, key_hash, first_name, products, expires_at, email_version, link_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (order_id) DO UPDATE SET order_number = EXCLUDED.order_number, user_id = coalesce(known.user_id, EXCLUDED.user_id),
    key_hash = EXCLUDED.key_hash, first_name = EXCLUDED.first_name, products = EXCLUDED.products, expires_at = EXCLUDED.expires_at,
    email_version = EXCLUDED.email_version, link_version = EXCLUDED.link_version
  WHERE known.key_hash IS NULL AND NOT known.is_erased
    AND (known.email_version, known.link_version) <= (EXCLUDED.email_version, EXCLUDED.link_version)`;

const FIND = `SELECT ${COLUMNS} FROM review_invitations WHERE key_hash = $1 AND expires_at > now()`;

/** A deleted product can't be reviewed. In the order of the purchase. */
const LIST_PRODUCTS = `
  SELECT p.id AS "productId", p.title, p.image_url AS "imageUrl"
  FROM review_invitations i, jsonb_array_elements(i.products) WITH ORDINALITY AS bought (product, position), products p
  WHERE i.order_id = $1 AND p.id = (bought.product->>'productId')::uuid AND p.deleted_at IS NULL ORDER BY bought.position LIMIT 500`;

/** A link that was sent before has expired by then, so that one whose event is late needs the row no longer. */
const LATE_UNTIL = `now() + interval '${REVIEW_LINK_DAYS} days'`;

/** The order has got another address since, or an admin has ended the links in its emails. The event with the old link may come later. */
const END_OLDER = `
  INSERT INTO review_invitations AS known (order_id, order_number, products, expires_at, email_version, link_version)
  VALUES ($1, '', '[]', ${LATE_UNTIL}, $2, $3)
  ON CONFLICT (order_id) DO UPDATE SET key_hash = NULL, email_version = EXCLUDED.email_version, link_version = EXCLUDED.link_version
  WHERE (known.email_version, known.link_version) < (EXCLUDED.email_version, EXCLUDED.link_version)`;

/** The event with the link may come later. */
const CLAIM = `
  INSERT INTO review_invitations AS known (order_id, order_number, user_id, products, expires_at) VALUES ($1, '', $2, '[]', ${LATE_UNTIL})
  ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id WHERE NOT known.is_erased`;

/** The row stays until the link would have expired, so that an event that comes late does not open it. */
const ERASE = `
  INSERT INTO review_invitations AS known (order_id, order_number, products, expires_at, is_erased) VALUES ($1, '', '[]', ${LATE_UNTIL}, true)
  ON CONFLICT (order_id) DO UPDATE SET key_hash = NULL, order_number = '', user_id = NULL, first_name = NULL, products = '[]', is_erased = true`;

/** The key is random, so a fast hash is enough. */
const hashKey = (key: string): string => hash('sha256', key, 'base64url');

/** Links in emails that ask for reviews. */
@Injectable()
export class ReviewInvitationsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    manager: EntityManager,
    invitation: ReviewInvitationRow & {
      keyHash: string;
      products: readonly InvitedProduct[];
      version: number;
      linkVersion: number;
    },
  ): Promise<void> {
    const { orderId, orderNumber, userId, keyHash, firstName, products, expiresAt, version, linkVersion } = invitation;
    await manager.query(INSERT, [
      orderId,
      orderNumber,
      userId,
      keyHash,
      firstName,
      JSON.stringify(products),
      expiresAt,
      version,
      linkVersion,
    ]);
  }

  /** Null for a key that is unknown, too old, or was ended. */
  async findByKey(key: string, manager = this.dataSource.manager): Promise<ReviewInvitationRow | null> {
    const [invitation] = await manager.query<ReviewInvitationRow[]>(FIND, [hashKey(key)]);
    return invitation ?? null;
  }

  /** The same, and the link can't be ended before the transaction is. */
  async findByKeyLocked(manager: EntityManager, key: string): Promise<ReviewInvitationRow | null> {
    const [invitation] = await manager.query<ReviewInvitationRow[]>(`${FIND} FOR SHARE`, [hashKey(key)]);
    return invitation ?? null;
  }

  listProducts(
    orderId: string,
    manager = this.dataSource.manager,
  ): Promise<(InvitedProduct & { imageUrl: string | null })[]> {
    return manager.query(LIST_PRODUCTS, [orderId]);
  }

  /** The order of a guest belongs to this account. */
  async claim(manager: EntityManager, orderId: string, userId: string): Promise<void> {
    await manager.query(CLAIM, [orderId, userId]);
  }

  /** Ends a link that was sent before these versions, also one that is not known yet. */
  async endOlder(
    manager: EntityManager,
    orderId: string,
    { version, linkVersion }: { version: number; linkVersion: number },
  ): Promise<void> {
    await manager.query(END_OLDER, [orderId, version, linkVersion]);
  }

  /** Ends the link for good. */
  async erase(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query(ERASE, [orderId]);
  }

  /** The links of an erased account. */
  async eraseByUser(manager: EntityManager, userId: string): Promise<void> {
    const rows = await manager.query<{ orderId: string }[]>(
      'SELECT order_id AS "orderId" FROM review_invitations WHERE user_id = $1 ORDER BY order_id FOR UPDATE',
      [userId],
    );
    for (const { orderId } of rows) await this.erase(manager, orderId);
  }
}
