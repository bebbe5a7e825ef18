/** What is told, before the relay takes it out of the outbox again. */
export const KEEP_TOLD = `
  CREATE TABLE told (envelope jsonb);
  CREATE FUNCTION keep_told() RETURNS trigger AS $$ BEGIN INSERT INTO told VALUES (NEW.envelope); RETURN NULL; END $$ LANGUAGE plpgsql;
  CREATE TRIGGER keep_told AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_told()`;
