/**
 * Orders whose payment status or ledger changed since they were compared. A row stays as long as the two differ, so the mismatches of
 * all orders are found here. Only inserted and deleted, never updated: no transaction waits for another, and a change that commits
 * while its order is compared has a row of its own.
 */
export const UNCOMPARED_ORDERS = `
  CREATE TABLE uncompared_orders (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id uuid NOT NULL
  );

  CREATE FUNCTION note_uncompared_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN
      INSERT INTO uncompared_orders (order_id) SELECT DISTINCT n.order_id FROM new_rows n WHERE n.order_id IS NOT NULL;
    ELSIF TG_OP = 'INSERT' THEN
      INSERT INTO uncompared_orders (order_id) SELECT n.id FROM new_rows n WHERE n.payment_status <> 'pending';
    ELSE
      INSERT INTO uncompared_orders (order_id) SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
        WHERE (n.payment_status, n.total_cents, n.currency) IS DISTINCT FROM (o.payment_status, o.total_cents, o.currency);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_inserted_uncompared AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
  CREATE TRIGGER orders_updated_uncompared AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
  CREATE TRIGGER ledger_entries_uncompared AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
`;
