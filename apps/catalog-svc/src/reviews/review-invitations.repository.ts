import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
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

/** A second delivery of the event changes nothing, nor does one that comes after the end of the link. */
const INSERT = `
  INSERT INTO review_invitations (order_id, order_number, user_id, key_hash, first_name, products, expires_at, email_version, link_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (order_id) DO NOTHING`;

const FIND = `SELECT ${COLUMNS} FROM review_invitations WHERE key_hash = $1 AND expires_at > now()`;

/** A deleted product can't be reviewed. In the order of the purchase. */
const LIST_PRODUCTS = `
  SELECT p.id AS "productId", p.title, p.image_url AS "imageUrl"
  FROM review_invitations i, jsonb_array_elements(i.products) WITH ORDINALITY AS bought (product, position), products p
  WHERE i.order_id = $1 AND p.id = (bought.product->>'productId')::uuid AND p.deleted_at IS NULL ORDER BY bought.position LIMIT 500`;

/** The order has got another address since, or an admin has ended the links in its emails. */
const END_OLDER = `
  UPDATE review_invitations SET key_hash = NULL WHERE order_id = $1 AND (email_version, link_version) < ($2, $3)`;

/** The row stays until the link would have expired, so that an event that comes late does not open it. */
const ERASE = `
  INSERT INTO review_invitations AS known (order_id, order_number, products, expires_at) VALUES ($1, '', '[]', now() + interval '90 days')
  ON CONFLICT (order_id) DO UPDATE SET key_hash = NULL, order_number = '', user_id = NULL, first_name = NULL, products = '[]'`;

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

  /** Ends a link that was sent before these versions. */
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
