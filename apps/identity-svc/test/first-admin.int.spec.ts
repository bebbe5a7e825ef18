import type { User } from '@shop/contracts/identity';
import { recordEvents } from '@shop/testing';
import { People, PASSWORD } from './people.js';

describe('the first admin', () => {
  it('is a known one on a development start', async () => {
    const people = await People.open();
    const answer = await people.login('admin@example.com', undefined, 'petart-admin');
    expect(answer.json<User>()).toMatchObject({ role: 'admin' });
    await people.close();
  });

  it('comes from the environment, is told of, and is made once', async () => {
    const env = { ADMIN_EMAIL: ' Boss@Example.com', ADMIN_PASSWORD: PASSWORD, NODE_ENV: 'production' };
    const people = await People.open(env);
    const events = await recordEvents(people.transport, ['user.registered']);
    const again = await People.start(people.database, people.transport, { ...env, ADMIN_PASSWORD: 'another one' });
    expect((await people.login('boss@example.com')).json<User>()).toMatchObject({ role: 'admin' });
    expect(await people.database.query('SELECT email FROM users')).toEqual([{ email: 'boss@example.com' }]);
    const told = await people.database.query<{ sequence: number }>(
      "SELECT sequence FROM outbox_subjects WHERE subject LIKE 'user/%'",
    );
    expect(told).toEqual([{ sequence: 1 }]);
    await events.stop();
    await again.stop();
    await people.close();
  });

  it('is nobody on a production start that names none', async () => {
    const people = await People.open({ NODE_ENV: 'production' });
    expect(await people.database.query('SELECT 1 FROM users')).toEqual([]);
    await people.close();
  });

  it('is never made of an account that somebody registered', async () => {
    const people = await People.open();
    await people.register('boss@example.com');
    const again = await People.start(people.database, people.transport, {
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: PASSWORD,
    });
    expect((await people.login('boss@example.com')).json<User>()).toMatchObject({ role: 'user' });
    await again.stop();
    await people.close();
  });
});
