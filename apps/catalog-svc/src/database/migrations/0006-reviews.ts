import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Reviews implements MigrationInterface {
  readonly name = 'Reviews1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Links in emails that ask for a review, one for each order. Deleted when they expire. A row without a link has what happened to
      -- the order before the event with its link came.
      CREATE TABLE review_invitations (
        order_id uuid PRIMARY KEY,
        order_number text NOT NULL,
        user_id uuid,
        -- SHA-256 of the key, base64url. Null: the link was ended, or is not known yet.
        key_hash text CONSTRAINT review_invitations_key UNIQUE,
        -- How often the order's address was corrected, and its links ended. An event of an earlier link changes nothing.
        email_version integer NOT NULL DEFAULT 0,
        link_version integer NOT NULL DEFAULT 0,
        first_name text,
        -- What the order has: [{productId, title}].
        products jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        -- The order was anonymised: no event that comes late changes anything.
        is_erased boolean NOT NULL DEFAULT false
      );
      CREATE INDEX review_invitations_user ON review_invitations (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX review_invitations_expiry ON review_invitations (expires_at);

      -- Only customers write them, by such a link. An erasure deletes the rows.
      CREATE TABLE reviews (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        order_id uuid NOT NULL,
        order_number text NOT NULL,
        user_id uuid,
        product_id uuid NOT NULL REFERENCES products (id),
        rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
        text text NOT NULL,
        name text NOT NULL CHECK (name <> ''),
        -- A picture in art-svc and who uploaded it: {id, userId, guestId}.
        photo jsonb,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'published', 'rejected')),
        written_at timestamptz NOT NULL DEFAULT now(),
        -- Grows with each change: a decision about an outdated version is rejected.
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT reviews_once UNIQUE (order_id, product_id)
      );
      -- A page of a product, and from the index alone the number and the average of its stars.
      CREATE INDEX reviews_of_product ON reviews (product_id, status, written_at DESC, id DESC) INCLUDE (rating);
      CREATE INDEX reviews_newest ON reviews (written_at DESC, id DESC);
      CREATE INDEX reviews_by_status ON reviews (status, written_at DESC, id DESC);
      CREATE INDEX reviews_user ON reviews (user_id) WHERE user_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reviews, review_invitations');
  }
}
