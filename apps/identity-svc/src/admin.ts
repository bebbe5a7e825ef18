/**
 * `node dist/admin.js grant|revoke EMAIL` with the variables of the service: makes an account an admin, or a customer
 * again (D12). It works beside the running service, whose outbox then tells the gateways.
 */
import 'reflect-metadata';
import { isDomainError } from '@shop/contracts/common';
import { emailSchema } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { createDataSource } from '@shop/service-kit';
import { readConfig, type Config } from './config.js';
import { CustomerSessions } from './sessions/customer-sessions.js';
import { GuestClaimsRepository } from './sessions/guest-claims.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { ChangeRole } from './users/change-role.js';
import { UsersRepository } from './users/users.repository.js';

const ROLE_OF = { grant: 'admin', revoke: 'user' } as const;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

async function changeRole(config: Config, email: string, verb: keyof typeof ROLE_OF): Promise<boolean> {
  const dataSource = createDataSource({ service: 'identity-svc', config, entities: [], migrations: [] });
  await dataSource.initialize();
  try {
    const outbox = new EventOutbox({ service: 'identity-svc', namespace: config.EVENTS_NAMESPACE });
    const sessions = new CustomerSessions(new SessionsRepository(dataSource), new GuestClaimsRepository(), outbox);
    return await new ChangeRole(dataSource, new UsersRepository(dataSource), sessions).change(email, ROLE_OF[verb]);
  } finally {
    await dataSource.destroy();
  }
}

/** Returns the exit code. */
async function main([verb = '', address = '']: string[]): Promise<number> {
  const email = emailSchema.safeParse(address);
  if ((verb !== 'grant' && verb !== 'revoke') || !email.success) {
    say('Usage: admin grant EMAIL | admin revoke EMAIL');
    return 2;
  }
  try {
    const isChanged = await changeRole(readConfig(), email.data, verb);
    say(`${email.data} is ${isChanged ? 'now' : 'already'} ${verb === 'grant' ? 'an admin' : 'a customer like all others'}.${isChanged ? ' They have to sign in again.' : ''}`);
    return 0;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    say(`There is no account ${email.data}.`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
