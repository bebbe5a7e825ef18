import { randomUUID } from 'node:crypto';
import { userErasureRequested } from '@shop/contracts-identity';
import {
  contactReceived,
  contactStatusChanged,
  contactSubmissionSchema,
  contactRequestsErased,
  FORM_OPEN_HEADER,
  FORM_WEBSITE_HEADER,
  type ContactReceipt,
} from '@shop/contracts-support';
import { asAdmin, asGuest, asUser, waitFor, publishEvent, recordEvents, type EventRecorder } from '@shop/testing';
import { ContactRequestsRepository } from '../src/contact/contact-requests.repository.js';
import { ADA, ADMIN_PATH, startContactFixture, REQUEST, UNKNOWN_ID, type ContactFixture } from './contact-fixture.js';

let fixture: ContactFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await startContactFixture();
  events = await recordEvents(fixture.transport, [
    contactReceived.type,
    contactStatusChanged.type,
    contactRequestsErased.type,
  ]);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
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
  fixture.service.call('POST', '/api/contact', { body, headers });

describe('a contact request', () => {
  it('is stored once for a call that is repeated with its Idempotency-Key, and its receipt is sent once', async () => {
    const [id, email] = [randomUUID(), `${randomUUID()}@example.com`];
    const send = (change: object = {}) => post({ ...REQUEST, email, ...change }, { 'idempotency-key': id });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => [answer.status, answer.json()])).toEqual(Array(3).fill([201, { id }]));
    await fixture.changeStatus(id, 'read');
    expect((await send()).status).toBe(201);
    expect(await send({ message: 'Something else.' })).toMatchObject({
      status: 409,
      text: 'This Idempotency-Key was already used for something else.',
    });
    expect((await fixture.list()).filter((request) => request.email === email)).toMatchObject([{ id, status: 'read' }]);
    expect(await fixture.countEmails(`request-received/${id}`)).toBe(1);
    expect((await post(REQUEST, { 'idempotency-key': 'once' })).status).toBe(400);
  });

  it('is accepted from every visitor, stored as new, published, and listed for admins at once', async () => {
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
    const stored = (await fixture.list()).find((submission) => submission.id === id);
    expect(contactSubmissionSchema.parse(stored)).toEqual(stored);
    expect(stored).toMatchObject({ ...REQUEST, status: 'new' });
    const event = await events.waitForEvent('contact.received', ({ subject }) => subject === `contact/${id}`);
    expect(event).toMatchObject({
      source: '/support-svc',
      data: { submissionId: id, name: 'Pat', email: 'pat@example.com', subject: 'A question' },
    });
  });

  it('causes one receipt without its content, because the address is unconfirmed', async () => {
    const id = await fixture.send({ email: 'nora@example.com', subject: 'Where is my hoodie? 🐶' });
    expect(fixture.enqueuedEmails.filter(({ key }) => key.endsWith(id))).toEqual([
      { key: `request-received/${id}`, to: 'nora@example.com', template: 'request-received', props: {} },
    ]);
    expect(await fixture.countEmails(`request-received/${id}`)).toBe(1);
  });

  it('causes at most twenty receipts a day to one address, and is stored anyway', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let sent = 0; sent < 22; sent += 1) await fixture.send({ email });
    expect(fixture.enqueuedEmails.filter(({ to }) => to === email)).toHaveLength(20);
    expect(
      await fixture.database.query('SELECT count(*)::int AS stored FROM contact_submissions WHERE email = $1', [email]),
    ).toEqual([{ stored: 22 }]);
    await fixture.database.query(
      `UPDATE contact_submissions SET created_at = created_at - interval '25 hours' WHERE email = $1`,
      [email],
    );
    await fixture.send({ email });
    expect(fixture.enqueuedEmails.filter(({ to }) => to === email)).toHaveLength(21);
  });

  it('is not stored if the receipt cannot be queued', async () => {
    await fixture.database.query('ALTER TABLE emails RENAME TO emails_away');
    const before = await fixture.countRequests();
    const answer = await post(REQUEST);
    await fixture.database.query('ALTER TABLE emails_away RENAME TO emails');
    expect(answer).toMatchObject({ status: 500, text: 'Something went wrong on our side. Please try again.' });
    expect(await fixture.countRequests()).toBe(before);
  });

  it.each([
    ['a signed-in customer', asUser({ userId: UNKNOWN_ID }), UNKNOWN_ID],
    ['a guest', asGuest(), null],
    ['an anonymous visitor', undefined, null],
  ])('is stored with its account, from %s', async (_who, as, userId) => {
    const id = await fixture.send({}, as);
    expect(await fixture.database.query('SELECT user_id FROM contact_submissions WHERE id = $1', [id])).toEqual([
      { user_id: userId },
    ]);
  });

  it('is rejected with an error for each field as problem details', async () => {
    const before = await fixture.countRequests();
    const answer = await post({}, { accept: 'application/problem+json' });
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
      'email',
      'message',
      'name',
      'subject',
    ]);
    expect(await post({ ...REQUEST, message: 'a\u0000b' })).toMatchObject({
      status: 400,
      text: 'The text holds a character that cannot be kept.',
    });
    expect(await fixture.countRequests()).toBe(before);
  });

  it('gets a normal response and is not stored if the hidden field is filled in', async () => {
    const before = { requests: await fixture.countRequests(), emails: await fixture.countEmails('') };
    const answer = await post(REQUEST, { [FORM_WEBSITE_HEADER]: 'filled-in', [FORM_OPEN_HEADER]: '3' });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    expect({ requests: await fixture.countRequests(), emails: await fixture.countEmails('') }).toEqual(before);
    const id = await fixture.send();
    await events.waitForEvent('contact.received', ({ subject }) => subject === `contact/${id}`);
    expect(events.list().map(({ subject }) => subject)).not.toContain(`contact/${answer.json<ContactReceipt>().id}`);
  });

  it('is rejected if the form was filled in faster than a person can: 429', async () => {
    const before = await fixture.countRequests();
    const answer = await post(REQUEST, { [FORM_OPEN_HEADER]: '400' });
    expect(answer).toMatchObject({
      status: 429,
      text: 'That was very quick. Please wait a moment and send it again.',
    });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await fixture.countRequests()).toBe(before);
    expect((await post(REQUEST, { [FORM_OPEN_HEADER]: '2000' })).status).toBe(201);
  });
});

describe('the status of a request', () => {
  const published = (id: string) =>
    events.list(contactStatusChanged.type).filter(({ subject }) => subject === `contact/${id}`);

  it('changes from new to read to replied to archived; each step is published and appears on the timeline with its actor', async () => {
    const answersBefore = await fixture.countEmails('request-answered/');
    const id = await fixture.send();
    expect((await fixture.show(id)).nextStatuses).toEqual(['read', 'replied', 'archived']);

    for (const status of ['read', 'replied', 'archived'] as const) {
      const answer = await fixture.changeStatus(id, status);
      expect(answer.status).toBe(200);
      expect(contactSubmissionSchema.parse(answer.json())).toMatchObject({ id, status });
    }

    const steps = await waitFor(() => {
      expect(published(id)).toHaveLength(3);
      return published(id);
    });
    expect(steps.map(({ data }) => data)).toEqual([
      { submissionId: id, from: 'new', to: 'read' },
      { submissionId: id, from: 'read', to: 'replied' },
      { submissionId: id, from: 'replied', to: 'archived' },
    ]);
    const { timeline, nextStatuses, canBeReplied } = await fixture.show(id);
    expect({ nextStatuses, canBeReplied }).toEqual({ nextStatuses: [], canBeReplied: false });
    expect(timeline.map(({ actor, summary }) => [actor, summary])).toEqual([
      ['admin@example.com', 'Moved from replied to archived.'],
      ['admin@example.com', 'Moved from read to replied.'],
      ['admin@example.com', 'Moved from new to read.'],
      [null, 'The request came in.'],
    ]);
    const audit = await fixture.database.query(
      'SELECT actor_id, action, before, after FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY at',
      ['request', id],
    );
    expect(audit[0]).toEqual({
      actor_id: ADA.userId,
      action: 'contact.status-changed',
      before: { status: 'new' },
      after: { status: 'read' },
    });
    expect(await fixture.countEmails('request-answered/')).toBe(answersBefore);
  });

  it('rejects a forbidden change without a timeline entry: 409', async () => {
    const id = await fixture.send();
    await fixture.changeStatus(id, 'archived');
    const { timeline } = await fixture.show(id);
    const text = 'A request that is archived can’t become read.';
    expect(await fixture.changeStatus(id, 'read')).toMatchObject({ status: 409, text });
    expect(await fixture.show(id)).toMatchObject({ status: 'archived', timeline });
  });

  it('changes once if several admins change it at the same moment', async () => {
    const id = await fixture.send();
    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.changeStatus(id, 'read')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await fixture.show(id)).timeline).toHaveLength(2);
    await events.waitForEvent('contact.status-changed', ({ subject }) => subject === `contact/${id}`);
    expect(published(id)).toHaveLength(1);
  });

  it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
    expect(await fixture.changeStatus(id, 'read')).toMatchObject({ status: 404, text: 'Not found' });
  });
});

describe('the requests of a person', () => {
  beforeAll(() =>
    // No email is sent while these tests read the email outbox.
    fixture.database.query(`
      CREATE FUNCTION wait_an_hour() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.due_at := now() + interval ''1 hour''; RETURN NEW; END';
      CREATE TRIGGER emails_wait BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION wait_an_hour();`),
  );

  const createPerson = () => {
    const userId = randomUUID();
    const email = `${userId}@example.com`;
    return { userId, email, as: asUser({ userId, email }) };
  };
  const requestErasure = ({ userId, email }: { userId: string; email: string }, sequence = 1) =>
    publishEvent(fixture.transport, userErasureRequested, {
      subject: `user/${userId}`,
      sequence,
      data: { userId, email, firstName: 'Pat', requestedAt: new Date().toISOString() },
    });
  const confirmed = (userId: string, times = 1) =>
    waitFor(() =>
      expect(
        events.list(contactRequestsErased.type).filter(({ data }) => (data as { userId: string }).userId === userId),
      ).toHaveLength(times),
    );
  const personalData = (as?: Parameters<typeof fixture.send>[1]) =>
    fixture.service.call('GET', '/internal/personal-data', { as });

  it('are erased with replies and waiting emails, and this is confirmed', async () => {
    const person = createPerson();
    const other = createPerson();
    const own = await fixture.send({ email: 'elsewhere@example.com' }, person.as);
    const second = await fixture.send({ email: person.email }, person.as);
    const unrelated = await fixture.send({ email: other.email }, other.as);
    for (const id of [own, second, unrelated]) await fixture.reply(id, { message: 'Yes.' });

    await requestErasure(person);

    await confirmed(person.userId);
    for (const id of [own, second])
      expect((await fixture.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).status).toBe(404);
    expect(await fixture.show(unrelated)).toMatchObject({ email: other.email, replies: [{ message: 'Yes.' }] });
    const left = await fixture.database.query<{ text: string }>(
      `SELECT row_to_json(row)::text AS text FROM contact_replies row WHERE submission_id = ANY($1)
     UNION ALL SELECT row_to_json(row)::text FROM emails row WHERE recipient = ANY($2) AND (starts_with(key, 'request-received/') OR starts_with(key, 'request-answered/'))
     UNION ALL SELECT envelope::text FROM outbox WHERE envelope->>'subject' = ANY($3) AND envelope->'data'->>'email' IS NOT NULL`,
      [
        [own, second],
        ['elsewhere@example.com', person.email],
        [`contact/${own}`, `contact/${second}`],
      ],
    );
    expect(left).toEqual([]);
    const audit = await fixture.database.query<{ text: string }>(
      'SELECT entry::text AS text FROM audit_entries entry WHERE subject_id = ANY($1)',
      [[own, second]],
    );
    expect(audit).toHaveLength(2);
    for (const { text } of audit) expect(text).not.toMatch(/elsewhere|Yes\.|Pat|Maine/);
  });

  it('are not erased by an account that was registered with their address', async () => {
    const owner = createPerson();
    const request = await fixture.send({ email: owner.email });
    await fixture.reply(request, { message: 'Yes.' });
    const impostor = createPerson();

    await requestErasure({ ...impostor, email: owner.email });

    await confirmed(impostor.userId);
    expect(await fixture.show(request)).toMatchObject({ email: owner.email, replies: [{ message: 'Yes.' }] });
    const emails = await fixture.database.query('SELECT status FROM emails WHERE recipient = $1', [owner.email]);
    expect(emails).toEqual([{ status: 'waiting' }, { status: 'waiting' }]);
  });

  it('are confirmed as erased once for each erasure request, even if there are none', async () => {
    const person = createPerson();
    const first = await requestErasure(person);
    await confirmed(person.userId);
    await fixture.send({}, person.as);
    await publishEvent(fixture.transport, userErasureRequested, {
      id: first.id,
      subject: first.subject,
      data: first.data as never,
    });
    await requestErasure(person, 2);
    await confirmed(person.userId, 2);
    expect(
      await fixture.database.query('SELECT id FROM contact_submissions WHERE user_id = $1', [person.userId]),
    ).toEqual([]);
  });

  it('are deleted two years after the last change or reply', async () => {
    const [old, answered, recent] = [await fixture.send({}), await fixture.send({}), await fixture.send({})];
    for (const id of [old, answered]) await fixture.reply(id, { message: 'Yes.' });
    await fixture.database.query(
      `UPDATE contact_submissions SET updated_at = now() - interval '25 months' WHERE id = ANY($1)`,
      [[old, answered]],
    );
    await fixture.database.query(
      `UPDATE contact_replies SET created_at = now() - interval '25 months' WHERE submission_id = $1`,
      [old],
    );

    await fixture.service.get(ContactRequestsRepository).deleteOld();

    const left = await fixture.database.query<{ id: string }>('SELECT id FROM contact_submissions WHERE id = ANY($1)', [
      [old, answered, recent],
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([answered, recent].sort());
  });

  it('cannot be replied to while they are erased', async () => {
    const person = createPerson();
    const ids = await Promise.all(Array.from({ length: 4 }, () => fixture.send({}, person.as)));
    const [answers] = await Promise.all([
      Promise.all(ids.map((id) => fixture.reply(id, { message: 'Yes.' }))),
      requestErasure(person),
    ]);
    await confirmed(person.userId);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    for (const id of ids)
      expect((await fixture.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).status).toBe(404);
    expect(await fixture.database.query('SELECT id FROM contact_replies WHERE submission_id = ANY($1)', [ids])).toEqual(
      [],
    );
  });

  it('are exported with replies, but only if they were sent signed in', async () => {
    const person = createPerson();
    const id = await fixture.send({ subject: 'First 🐶' }, person.as);
    await fixture.send({ subject: 'Second' }, person.as);
    await fixture.send({ subject: 'By a stranger who merely gave this address', email: person.email });
    await fixture.reply(id, { message: 'Yes.' });

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
    expect(onlyFile((await personalData(createPerson().as)).text)).toEqual({ name: 'requests.json', requests: [] });
  });

  it('are exported to as many files as necessary', async () => {
    const person = createPerson();
    await fixture.database.query(
      `INSERT INTO contact_submissions (user_id, name, email, subject, message) SELECT $1, 'Pat', 'pat@example.com', 'Number ' || n, 'Message' FROM generate_series(1, 401) n`,
      [person.userId],
    );
    const { text } = await personalData(person.as);
    expect(text.match(/requests(-\d)?\.json/g)).toEqual(['requests.json', 'requests-2.json', 'requests-3.json']);
    expect(new Set(text.match(/"Number \d+"/g)).size).toBe(401);
  });

  it('are not exported to other callers, not even to an admin', async () => {
    await fixture.send({}, createPerson().as);
    expect(onlyFile((await personalData(asAdmin())).text).requests).toEqual([]);
  });
});
