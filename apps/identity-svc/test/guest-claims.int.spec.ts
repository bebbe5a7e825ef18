import type { User } from '@shop/contracts/identity';
import { eventually, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { newEmail, People, sidOf } from './people.js';

describe.each(testTransports())('a guest who signs in, over $name', (transport) => {
  let people: People;
  let events: EventRecorder;
  beforeAll(async () => {
    people = await People.open({}, transport);
    events = await recordEvents(transport, ['guest.claimed']);
  });
  afterAll(async () => {
    await events.stop();
    await people.close();
  });

  const claimsOf = (guestId: string) =>
    events.all('guest.claimed').filter(({ subject }) => subject === `guest/${guestId}`);

  it('takes its things along and keeps its guest id', async () => {
    const { as, guestId } = await people.guest();
    const { user, sid } = await people.customer(as);
    expect(await people.claims(sid)).toMatchObject({ userId: user.id, guestId });
    const told = await events.next('guest.claimed', ({ subject }) => subject === `guest/${guestId}`);
    expect(told.data).toEqual({ guestId, userId: user.id });
  });

  it('claims each of three guests once, however many tabs sign in at the same moment', async () => {
    const { user } = await people.customer();
    const guests = await Promise.all([1, 2, 3].map(() => people.guest()));
    const tabs = guests.flatMap(({ as }) => [1, 2, 3].map(() => people.login(user.email, as)));
    const answers = await Promise.all(tabs);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    for (const [at, { guestId }] of guests.entries()) {
      const sids = answers.slice(at * 3, at * 3 + 3).map(sidOf);
      expect(new Set(sids).size).toBe(3);
      for (const sid of sids) expect(await people.claims(sid)).toMatchObject({ userId: user.id, guestId });
      await eventually(() => expect(claimsOf(guestId)).toHaveLength(1));
    }
    expect(await people.database.query('SELECT 1 FROM guest_claims WHERE user_id = $1', [user.id])).toHaveLength(3);
  });

  it('belongs to one of two users who take it at the same moment', async () => {
    const { as, guestId } = await people.guest();
    const answers = await Promise.all([1, 2].map(() => people.register(newEmail(), as)));
    const owners = await Promise.all(answers.map(async (answer) => (await people.claims(sidOf(answer))).guestId));
    expect(owners.filter((owner) => owner === guestId)).toHaveLength(1);
    const winner = answers[owners.indexOf(guestId)]?.json<User>();
    const told = await events.next('guest.claimed', ({ subject }) => subject === `guest/${guestId}`);
    expect(told.data).toEqual({ guestId, userId: winner?.id });
    expect(claimsOf(guestId)).toHaveLength(1);
  });

  it('is not claimed by who signs in where somebody else is signed in', async () => {
    const { as, guestId } = await people.guest();
    const first = await people.customer(as);
    const second = await people.customer(first.as);
    expect(first.as.guestId).toBe(guestId);
    expect(second.as.guestId).toBeUndefined();
  });

  it('is not claimed once its session is over', async () => {
    const { as, guestId } = await people.guest();
    await people.service.call('POST', '/api/logout', { as });
    const { as: claims } = await people.customer(as);
    expect(claims.guestId).toBeUndefined();
    expect(await people.database.query('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guestId])).toEqual([]);
  });

  it('is left as it was where the sign-in fails', async () => {
    const { sid, as, guestId } = await people.guest();
    const { user } = await people.customer();
    await people.login(user.email, as, 'not the password');
    await people.register(user.email, as);
    expect(await people.claims(sid)).toMatchObject({ guestId });
  });
});
