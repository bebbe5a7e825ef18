/** The ledger, which never gets beyond the commit of what it heard: its event stays without an answer until it is killed. */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { startLedger } from './ledger-app.js';
import { environmentOfParent, say } from './killable-process.child.js';

const ledger = await startLedger(environmentOfParent());
const dataSource = ledger.get(DataSource);
const transaction = dataSource.transaction.bind(dataSource) as (work: unknown) => Promise<unknown>;
Object.assign(dataSource, {
  transaction: async (work: unknown) => {
    await transaction(work);
    const applied = await dataSource.query<unknown[]>('SELECT 1 FROM ledger WHERE entry = $1', [process.env.EMAIL]);
    if (applied.length === 0) return;
    say('in the middle');
    await new Promise(() => undefined);
  },
});
say('listening');
