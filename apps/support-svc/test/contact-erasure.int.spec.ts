import { randomUUID } from 'node:crypto';
import { userErasureRequested } from '@shop/contracts/identity';
import { requestsErased } from '@shop/contracts/support';
import {
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
} from '@shop/testing';
import { ADMIN_PATH, ADA, openContactDesk, type ContactDesk } from './contact-desk.js';

interface PersonalRequest {
  subject: string;
  replies: { message: string }[];
}

/** The one file of a tar with a single entry: its name, and its content as JSON. */
function onlyFile(tar: string): { name: string; requests: PersonalRequest[] } {
  const size = Number.parseInt(tar.slice(124, 136), 8);
  return {
    name: tar.slice(0, tar.indexOf('\0')),
    requests: JSON.parse(tar.slice(512, 512 + size)) as PersonalRequest[],
  };
}

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'what a person wrote, with events over %s',
  (_, transport) => {
    let desk: ContactDesk;
    let events: EventRecorder;

    beforeAll(async () => {
      desk = await openContactDesk(transport);
      // As on a day when the mail server is away: no letter goes out while these tests look.
      await desk.database.query(`
      CREATE FUNCTION wait_an_hour() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.due_at := now() + interval ''1 hour''; RETURN NEW; END';
      CREATE TRIGGER letters_wait BEFORE INSERT ON letters FOR EACH ROW EXECUTE FUNCTION wait_an_hour();`);
      events = await recordEvents(transport, [requestsErased.type]);
    });
    afterAll(async () => {
      await events.stop();
      await desk.close();
    });

    const aPerson = () => {
      const userId = randomUUID();
      const email = `${userId}@example.com`;
      return { userId, email, as: asUser({ userId, email }) };
    };
    const askToErase = ({ userId, email }: { userId: string; email: string }, sequence = 1) =>
      publishEvent(transport, userErasureRequested, {
        subject: `user/${userId}`,
        sequence,
        data: { userId, email, firstName: 'Pat', requestedAt: new Date().toISOString() },
      });
    const confirmed = (userId: string, times = 1) =>
      eventually(() =>
        expect(events.all().filter(({ data }) => (data as { userId: string }).userId === userId)).toHaveLength(times),
      );
    const personalData = (as?: Parameters<typeof desk.send>[1]) =>
      desk.service.call('GET', '/internal/personal-data', { as });

    it('is erased with its replies and its letters that wait, by account and by address, and that is confirmed', async () => {
      const person = aPerson();
      const other = aPerson();
      const own = await desk.send({ email: 'elsewhere@example.com' }, person.as);
      const guests = await desk.send({ email: person.email.toUpperCase() });
      const kept = await desk.send({ email: other.email }, other.as);
      for (const id of [own, guests, kept]) await desk.reply(id, { message: 'Yes.' });

      await askToErase(person);

      await confirmed(person.userId);
      for (const id of [own, guests])
        expect((await desk.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).status).toBe(404);
      expect(await desk.show(kept)).toMatchObject({ email: other.email, replies: [{ message: 'Yes.' }] });
      const left = await desk.database.query<{ text: string }>(
        `SELECT row_to_json(row)::text AS text FROM contact_replies row WHERE submission_id = ANY($1)
       UNION ALL SELECT row_to_json(row)::text FROM letters row WHERE recipient = ANY($2) AND (starts_with(key, 'request-received/') OR starts_with(key, 'request-answered/'))
       UNION ALL SELECT envelope::text FROM outbox WHERE envelope->>'subject' = ANY($3) AND envelope->'data'->>'email' IS NOT NULL`,
        [
          [own, guests],
          ['elsewhere@example.com', person.email],
          [`contact/${own}`, `contact/${guests}`],
        ],
      );
      expect(left).toEqual([]);
      const audit = await desk.database.query<{ text: string }>(
        'SELECT entry::text AS text FROM audit_entries entry WHERE subject_id = ANY($1)',
        [[own, guests]],
      );
      expect(audit).toHaveLength(2);
      for (const { text } of audit) expect(text).not.toMatch(/elsewhere|Yes\.|Pat|Maine/);
    });

    it('is confirmed as erased each time that is asked, also where there is nothing, and once for each time', async () => {
      const person = aPerson();
      const first = await askToErase(person);
      await confirmed(person.userId);
      await desk.send({}, person.as);
      await publishEvent(transport, userErasureRequested, {
        id: first.id,
        subject: first.subject,
        data: first.data as never,
      });
      await askToErase(person, 2);
      await confirmed(person.userId, 2);
      expect(
        await desk.database.query('SELECT id FROM contact_submissions WHERE user_id = $1', [person.userId]),
      ).toEqual([]);
    });

    it('is not replied to while it is erased: the admin is told that it is gone', async () => {
      const person = aPerson();
      const ids = await Promise.all(Array.from({ length: 4 }, () => desk.send({}, person.as)));
      const [answers] = await Promise.all([
        Promise.all(ids.map((id) => desk.reply(id, { message: 'Yes.' }))),
        askToErase(person),
      ]);
      await confirmed(person.userId);
      for (const { status } of answers) expect([201, 404]).toContain(status);
      for (const id of ids)
        expect((await desk.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).status).toBe(404);
      expect(await desk.database.query('SELECT id FROM contact_replies WHERE submission_id = ANY($1)', [ids])).toEqual(
        [],
      );
    });

    it('can be taken along by the person who wrote it signed in, with the replies, and by nobody else', async () => {
      const person = aPerson();
      const id = await desk.send({ subject: 'First 🐶' }, person.as);
      await desk.send({ subject: 'Second' }, person.as);
      await desk.send({ subject: 'By somebody who merely gave this address', email: person.email });
      await desk.reply(id, { message: 'Yes.' });

      const answer = await personalData(person.as);
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 200,
        type: 'application/x-tar',
      });
      // Read as text: the length in a tar's header is in bytes, and the emoji has four.
      const { name, requests } = onlyFile(Buffer.from(answer.text).toString('latin1'));
      expect(name).toBe('requests.json');
      expect(
        requests.map(({ subject, replies }) => [
          Buffer.from(subject, 'latin1').toString(),
          replies.map(({ message }) => message),
        ]),
      ).toEqual([
        ['Second', []],
        ['First 🐶', ['Yes.']],
      ]);
      expect(answer.text).not.toMatch(/admin@example\.com|merely/);
      expect(onlyFile((await personalData(aPerson().as)).text)).toEqual({ name: 'requests.json', requests: [] });
    });

    it('fits into as many files as it needs', async () => {
      const person = aPerson();
      await desk.database.query(
        `INSERT INTO contact_submissions (user_id, name, email, subject, message) SELECT $1, 'Pat', 'pat@example.com', 'Number ' || n, 'Message' FROM generate_series(1, 401) n`,
        [person.userId],
      );
      const { text } = await personalData(person.as);
      expect(text.match(/requests(-\d)?\.json/g)).toEqual(['requests.json', 'requests-2.json', 'requests-3.json']);
      expect(new Set(text.match(/"Number \d+"/g)).size).toBe(401);
    });

    it.each([
      ['nobody', undefined],
      ['a guest', asGuest()],
    ])('is not given to %s: 401', async (_who, as) => {
      expect(await personalData(as)).toMatchObject({ status: 401, text: 'Not signed in' });
    });

    it('is each person’s own, an admin’s too', async () => {
      await desk.send({}, aPerson().as);
      expect(onlyFile((await personalData(asAdmin())).text).requests).toEqual([]);
    });
  },
);
