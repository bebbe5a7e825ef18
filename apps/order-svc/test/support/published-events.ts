/** Copies published events before the relay removes them from the outbox. */
export const RECORD_PUBLISHED = `
  CREATE TABLE published (n bigint GENERATED ALWAYS AS IDENTITY, envelope jsonb);
  CREATE FUNCTION record_published() RETURNS trigger AS $$ BEGIN INSERT INTO published (envelope) VALUES (NEW.envelope); RETURN NULL; END $$ LANGUAGE plpgsql;
  CREATE TRIGGER record_published AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION record_published()`;
