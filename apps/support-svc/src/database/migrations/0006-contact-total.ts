import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many contact requests there are, which would otherwise be counted for each view of the dashboard. Requests are rare, so their
 * transactions may wait for each other's row. Creating the triggers locks out writers until the count is stored.
 */
const CONTACT_TOTAL = `
  CREATE TABLE contact_total (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), total bigint NOT NULL);

  CREATE FUNCTION count_contact_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN
      UPDATE contact_total SET total = 0;
    ELSIF TG_OP = 'INSERT' THEN
      UPDATE contact_total SET total = total + (SELECT count(*) FROM changed);
    ELSE
      UPDATE contact_total SET total = total - (SELECT count(*) FROM changed) WHERE EXISTS (SELECT FROM changed);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER contact_submissions_counted_insert AFTER INSERT ON contact_submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  CREATE TRIGGER contact_submissions_counted_delete AFTER DELETE ON contact_submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  CREATE TRIGGER contact_submissions_counted_truncate AFTER TRUNCATE ON contact_submissions FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  INSERT INTO contact_total (total) SELECT count(*) FROM contact_submissions;
`;

export class ContactTotal1795960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONTACT_TOTAL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION count_contact_submissions CASCADE; DROP TABLE contact_total');
  }
}
