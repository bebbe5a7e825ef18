/** What is applied and can't be settled is settled later, and stops nothing. */
import { userRegistered } from '@shop/contracts/identity';
import { pause } from '@shop/messaging';
import pg from 'pg';
import { eventually, publishEvent, testTransports } from '../../src/index.js';
import { EventsBench } from './support/events-bench.js';
import { newAccount } from './support/ledger-app.js';

/** Each entry waits for a lock of its own. */
const WAIT_TO_BE_LET_IN = `
  CREATE FUNCTION wait_to_be_let_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext(NEW.entry)); RETURN NEW; END $$;
  CREATE TRIGGER doorman BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION wait_to_be_let_in();`;
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;

for (const transport of testTransports()) {
  describe(`events that were applied, over ${transport.name}`, () => {
    const bench = new EventsBench(transport);
    beforeAll(() => bench.open());
    afterEach(() => bench.clear());
    afterAll(() => bench.close());

    it('are settled later where several could not be, one after another, and what comes then is applied as well', async () => {
      const { proxy, through } = await bench.proxied();
      await bench.ledger(through);
      await bench.ledgerDatabase.query(WAIT_TO_BE_LET_IN);
      const doorman = new pg.Client({ connectionString: bench.ledgerDatabase.url });
      bench.onEnd(() => doorman.end());
      await doorman.connect();
      const emails = ['1', '2', '3', '4'].map((name) => `held-${name}@example.com`);
      for (const email of emails) {
        await doorman.query('SELECT pg_advisory_lock(hashtext($1))', [email]);
        await publishEvent(transport, userRegistered, newAccount(email));
      }
      await eventually(async () => expect(await bench.ledgerDatabase.query(WAITING)).toHaveLength(emails.length));

      proxy.cut();
      for (const [index, email] of emails.entries()) {
        await doorman.query('SELECT pg_advisory_unlock(hashtext($1))', [email]);
        await eventually(async () => expect(await bench.entries('held-')).toEqual(emails.slice(0, index + 1)));
        await pause(300);
      }
      proxy.mend();
      await publishEvent(transport, userRegistered, newAccount('held-then@example.com'));
      await eventually(async () => expect(await bench.entries('held-')).toEqual([...emails, 'held-then@example.com']));
    });
  });
}
