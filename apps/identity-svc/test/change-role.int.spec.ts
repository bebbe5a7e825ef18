import { DataSource } from 'typeorm';
import { recordEvents } from '@shop/testing';
import { CustomerSessions } from '../src/sessions/customer-sessions.js';
import { ChangeRole } from '../src/users/change-role.js';
import { UsersRepository } from '../src/users/users.repository.js';
import { People, sha256 } from './people.js';

describe('the role of an account', () => {
  let people: People;
  let changeRole: ChangeRole;
  beforeAll(async () => {
    people = await People.open();
    changeRole = new ChangeRole(people.service.get(DataSource), people.service.get(UsersRepository), people.service.get(CustomerSessions));
  });
  afterAll(() => people.close());

  it('is changed, and every session with the rights of before is over', async () => {
    const events = await recordEvents(people.transport, ['session.ended']);
    const { user, sid } = await people.customer();
    expect(await changeRole.change(user.email, 'admin')).toBe(true);
    expect((await people.resolve(sid)).token).toBeNull();
    expect((await events.next('session.ended')).data).toEqual({ sidHashes: [sha256(sid)], reason: 'role-changed' });
    expect((await people.login(user.email)).json()).toMatchObject({ role: 'admin' });
    await events.stop();
  });

  it('stays, with its sessions, where it is so already', async () => {
    const { user, sid } = await people.customer();
    expect(await changeRole.change(user.email, 'user')).toBe(false);
    expect((await people.resolve(sid)).role).toBe('user');
  });

  it('is nobody’s where there is no such account', async () => {
    await expect(changeRole.change('nobody@example.com', 'admin')).rejects.toMatchObject({ kind: 'not-found' });
  });
});
