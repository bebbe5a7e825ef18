import { randomUUID } from 'node:crypto';
import { userErasureRequested } from '@shop/contracts/identity';
import {
  contactReceived,
  contactStatusChanged,
  contactSubmissionSchema,
  requestsErased,
  type ContactReceipt,
} from '@shop/contracts/support';
import { asAdmin, asGuest, asUser, eventually, publishEvent, recordEvents, type EventRecorder } from '@shop/testing';
import { ADA, ADMIN_PATH, openContactDesk, REQUEST, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

let desk: ContactDesk;
let events: EventRecorder;
beforeAll(async () => {
  desk = await openContactDesk();
  events = await recordEvents(desk.transport, [contactReceived.type, contactStatusChanged.type, requestsErased.type]);
});
afterAll(async () => {
  await events.stop();
  await desk.close();
});

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

const post = (body: unknown, headers?: Record<string, string>) =>
  desk.service.call('POST', '/api/contact', { body, headers });

describe('a contact request', () => {
  it('is accepted from anybody, stored as new, published, and listed for admins at once', async () => {
    const answer = await post({
      ...REQUEST,
      name: '  Pat  ',
      email: 'PAT@Example.com',
      status: 'archived',
      id: randomUUID(),
      userId: randomUUID(),
    });

    expect(answer.status).toBe(201);
    const { id } = answer.json<ContactReceipt>();
    const stored = (await desk.list()).find((submission) => submission.id === id);
    expect(contactSubmissionSchema.parse(stored)).toEqual(stored);
    expect(stored).toMatchObject({ ...REQUEST, status: 'new' });
    const event = await events.next('contact.received', ({ subject }) => subject === `contact/${id}`);
    expect(event).toMatchObject({
      source: '/support-svc',
      sequence: 1,
      data: { submissionId: id, name: 'Pat', email: 'pat@example.com', subject: 'A question' },
    });
  });

  it('is acknowledged by e-mail, once, without a word of it: nobody has proven that the address is the sender’s', async () => {
    const id = await desk.send({ email: 'nora@example.com', subject: 'Where is my hoodie? 🐶' });
    expect(desk.letters.filter(({ key }) => key.endsWith(id))).toEqual([
      { key: `request-received/${id}`, to: 'nora@example.com', letter: 'request-received', props: {} },
    ]);
    expect(await desk.countLetters(`request-received/${id}`)).toBe(1);
  });

  it('is acknowledged twenty times a day to one address at most, and stored all the same', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let sent = 0; sent < 22; sent += 1) await desk.send({ email });
    expect(desk.letters.filter(({ to }) => to === email)).toHaveLength(20);
    expect(
      await desk.database.query('SELECT count(*)::int AS stored FROM contact_submissions WHERE email = $1', [email]),
    ).toEqual([{ stored: 22 }]);
    await desk.database.query(
      `UPDATE contact_submissions SET created_at = created_at - interval '25 hours' WHERE email = $1`,
      [email],
    );
    await desk.send({ email });
    expect(desk.letters.filter(({ to }) => to === email)).toHaveLength(21);
  });

  it('is neither stored nor acknowledged where one of the two fails', async () => {
    await desk.database.query('ALTER TABLE emails RENAME TO emails_away');
    const before = await desk.countRequests();
    const answer = await post(REQUEST);
    await desk.database.query('ALTER TABLE emails_away RENAME TO letters');
    expect(answer).toMatchObject({ status: 500, text: 'Something went wrong on our side. Please try again.' });
    expect(await desk.countRequests()).toBe(before);
  });

  it.each([
    ['somebody signed in', asUser({ userId: UNKNOWN_ID }), UNKNOWN_ID],
    ['a guest', asGuest(), null],
    ['nobody', undefined, null],
  ])('stores whose it is, from %s', async (_who, as, userId) => {
    const id = await desk.send({}, as);
    expect(await desk.database.query('SELECT user_id FROM contact_submissions WHERE id = $1', [id])).toEqual([
      { user_id: userId },
    ]);
  });

  it('is rejected field by field where a client asks for problem details, and not stored', async () => {
    const before = await desk.countRequests();
    const answer = await post({ website: ['https://spam.example'] }, { accept: 'application/problem+json' });
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
      'email',
      'message',
      'name',
      'subject',
      'website',
    ]);
    expect(await post({ ...REQUEST, message: 'a\u0000b' })).toMatchObject({
      status: 400,
      text: 'The text holds a character that cannot be kept.',
    });
    expect(await desk.countRequests()).toBe(before);
  });

  it('may be as long as the form says, emoji and all', async () => {
    const long = { name: '🐶'.repeat(200), subject: '🐱'.repeat(200), message: '👩‍👧\n'.repeat(1250).trim() };
    const id = await desk.send(long);
    expect(await desk.show(id)).toMatchObject(long);
  });

  it('has a subject and a name that can’t begin another line of a mail', async () => {
    const evil = 'Hello\r\nBcc: everybody@example.com\r\n\r\nBuy now';
    const id = await desk.send({ name: evil, subject: evil });
    await desk.reply(id, { message: 'Yes.' });
    const harmless = {
      name: 'Hello Bcc: everybody@example.com Buy now',
      subject: 'Hello Bcc: everybody@example.com Buy now',
    };
    expect(desk.letters.at(-1)?.props).toEqual({ ...harmless, question: REQUEST.message, answer: 'Yes.' });
    expect(await desk.show(id)).toMatchObject(harmless);
  });

  it('is answered as if all were well where a robot filled in what no person sees, and is stored nowhere', async () => {
    const before = { requests: await desk.countRequests(), letters: await desk.countLetters('') };
    const answer = await post({ ...REQUEST, website: 'https://spam.example', openForMs: 3 });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    expect({ requests: await desk.countRequests(), letters: await desk.countLetters('') }).toEqual(before);
    const id = await desk.send();
    await events.next('contact.received', ({ subject }) => subject === `contact/${id}`);
    expect(events.all().map(({ subject }) => subject)).not.toContain(`contact/${answer.json<ContactReceipt>().id}`);
  });

  it('is rejected where the form was filled in quicker than people can: 429', async () => {
    const before = await desk.countRequests();
    const answer = await post({ ...REQUEST, website: '', openForMs: 400 });
    expect(answer).toMatchObject({
      status: 429,
      text: 'That was very quick. Please wait a moment and send it again.',
    });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await desk.countRequests()).toBe(before);
    expect((await post({ ...REQUEST, website: '', openForMs: 2000 })).status).toBe(201);
  });
});

describe('the status of a request', () => {
  const published = (id: string) =>
    events.all(contactStatusChanged.type).filter(({ subject }) => subject === `contact/${id}`);

  it('moves from new to read to replied to archived; each step is published in order, and stands on the timeline with who did it', async () => {
    const answersBefore = await desk.countLetters('request-answered/');
    const id = await desk.send();
    expect((await desk.show(id)).nextStatuses).toEqual(['read', 'replied', 'archived']);

    for (const status of ['read', 'replied', 'archived'] as const) {
      const answer = await desk.move(id, status);
      expect(answer.status).toBe(200);
      expect(contactSubmissionSchema.parse(answer.json())).toMatchObject({ id, status });
    }

    const steps = await eventually(() => {
      expect(published(id)).toHaveLength(3);
      return published(id);
    });
    expect(steps.map(({ sequence, data }) => ({ sequence, data }))).toEqual([
      { sequence: 2, data: { submissionId: id, from: 'new', to: 'read' } },
      { sequence: 3, data: { submissionId: id, from: 'read', to: 'replied' } },
      { sequence: 4, data: { submissionId: id, from: 'replied', to: 'archived' } },
    ]);
    const { timeline, nextStatuses, canBeReplied } = await desk.show(id);
    expect({ nextStatuses, canBeReplied }).toEqual({ nextStatuses: [], canBeReplied: false });
    expect(timeline.map(({ actor, summary }) => [actor, summary])).toEqual([
      ['admin@example.com', 'Moved from replied to archived.'],
      ['admin@example.com', 'Moved from read to replied.'],
      ['admin@example.com', 'Moved from new to read.'],
      [null, 'The request came in.'],
    ]);
    const audit = await desk.database.query(
      'SELECT actor_id, action, before, after FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY at',
      ['request', id],
    );
    expect(audit[0]).toEqual({
      actor_id: ADA.userId,
      action: 'contact.status-changed',
      before: { status: 'new' },
      after: { status: 'read' },
    });
    expect(await desk.countLetters('request-answered/')).toBe(answersBefore);
  });

  it('does not move where it must not: 409, and the timeline stays', async () => {
    const id = await desk.send();
    await desk.move(id, 'archived');
    const { timeline } = await desk.show(id);
    const text = 'A request that is archived can’t become read.';
    expect(await desk.move(id, 'read')).toMatchObject({ status: 409, text });
    expect(await desk.show(id)).toMatchObject({ status: 'archived', timeline });
  });

  it('moves once, however many admins press at the same moment', async () => {
    const id = await desk.send();
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.move(id, 'read')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await desk.show(id)).timeline).toHaveLength(2);
    await events.next('contact.status-changed', ({ subject }) => subject === `contact/${id}`);
    expect(published(id)).toHaveLength(1);
  });

  it('rejects an unknown status: 400', async () => {
    const id = await desk.send();
    const text = 'Status must be new, read, replied or archived';
    for (const status of ['lost', undefined]) expect(await desk.move(id, status)).toMatchObject({ status: 400, text });
  });

  it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
    expect(await desk.move(id, 'read')).toMatchObject({ status: 404, text: 'Not found' });
  });
});

describe('what a person wrote', () => {
  beforeAll(() =>
    // No email leaves while these tests look at the outbox of emails.
    desk.database.query(`
      CREATE FUNCTION wait_an_hour() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.due_at := now() + interval ''1 hour''; RETURN NEW; END';
      CREATE TRIGGER emails_wait BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION wait_an_hour();`),
  );

  const aPerson = () => {
    const userId = randomUUID();
    const email = `${userId}@example.com`;
    return { userId, email, as: asUser({ userId, email }) };
  };
  const askToErase = ({ userId, email }: { userId: string; email: string }, sequence = 1) =>
    publishEvent(desk.transport, userErasureRequested, {
      subject: `user/${userId}`,
      sequence,
      data: { userId, email, firstName: 'Pat', requestedAt: new Date().toISOString() },
    });
  const confirmed = (userId: string, times = 1) =>
    eventually(() =>
      expect(
        events.all(requestsErased.type).filter(({ data }) => (data as { userId: string }).userId === userId),
      ).toHaveLength(times),
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
     UNION ALL SELECT row_to_json(row)::text FROM emails row WHERE recipient = ANY($2) AND (starts_with(key, 'request-received/') OR starts_with(key, 'request-answered/'))
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
    await publishEvent(desk.transport, userErasureRequested, {
      id: first.id,
      subject: first.subject,
      data: first.data as never,
    });
    await askToErase(person, 2);
    await confirmed(person.userId, 2);
    expect(await desk.database.query('SELECT id FROM contact_submissions WHERE user_id = $1', [person.userId])).toEqual(
      [],
    );
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
    for (const id of ids) expect((await desk.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).status).toBe(404);
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

  it('is each person’s own, an admin’s too', async () => {
    await desk.send({}, aPerson().as);
    expect(onlyFile((await personalData(asAdmin())).text).requests).toEqual([]);
  });
});
