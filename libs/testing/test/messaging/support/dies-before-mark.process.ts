/** Tells of an account, and never gets from the broker's confirm to the mark in its outbox: until it is killed. */
import 'reflect-metadata';
import { EVENT_TRANSPORT, type EventTransport } from '@shop/messaging';
import { environmentOfParent, say } from './killable-process.child.js';
import { register, startAccounts } from './ledger-app.js';

const accounts = await startAccounts(environmentOfParent());
const transport = accounts.get<EventTransport>(EVENT_TRANSPORT);
const publish = transport.publish.bind(transport);
transport.publish = async (...args) => {
  await publish(...args);
  say('in the middle');
  await new Promise(() => undefined);
};
say('listening');
await register(accounts, process.env.EMAIL ?? '');
