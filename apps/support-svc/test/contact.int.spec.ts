import { randomUUID } from 'node:crypto';
import { contactReceived, contactStatusChanged, contactSubmissionSchema, type ContactReceipt, type ContactSubmission } from '@shop/contracts/support';
import {
  asAdmin,
  asGuest,
  asUser,
  createTestDatabase,
  eventually,
  recordEvents,
  startTestService,
  testConfig,
  testTransports,
  type EventRecorder,
  type TestDatabase,
  type TestService,
} from '@shop/testing';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';

const REQUEST = { name: 'Pat', email: 'pat@example.com', subject: 'A question', message: 'Do you ship to Maine?' };
const ADMIN_PATH = '/api/admin/contact-submissions';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))('contact requests, with events over %s', (_, transport) => {
  let database: TestDatabase;
  let service: TestService;
  let events: EventRecorder;

  beforeAll(async () => {
    await transport.open();
    database = await createTestDatabase();
    service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport })));
    events = await recordEvents(transport, [contactReceived.type, contactStatusChanged.type]);
  });
  afterAll(async () => {
    await events.stop();
    await service.stop();
    await transport.close();
    await database.drop();
  });

  const send = async (change: Record<string, unknown> = {}): Promise<string> =>
    (await service.call('POST', '/api/contact', { body: { ...REQUEST, ...change } })).json<ContactReceipt>().id;
  const move = (id: string, status: unknown) => service.call('PATCH', `${ADMIN_PATH}/${id}/status`, { as: asAdmin(), body: { status } });
  const list = async (): Promise<ContactSubmission[]> => (await service.call('GET', ADMIN_PATH, { as: asAdmin() })).json<ContactSubmission[]>();

  it('are taken from anybody, kept as new and told', async () => {
    const answer = await service.call('POST', '/api/contact', { body: { ...REQUEST, name: '  Pat  ', email: 'PAT@Example.com', status: 'archived', id: randomUUID() } });

    expect(answer.status).toBe(201);
    const { id } = answer.json<ContactReceipt>();
    const kept = (await list()).find((submission) => submission.id === id);
    expect(contactSubmissionSchema.parse(kept)).toMatchObject({ ...REQUEST, status: 'new' });
    const event = await events.next('contact.received', ({ subject }) => subject === `contact/${id}`);
    expect(event).toMatchObject({ source: '/support-svc', sequence: 1, data: { submissionId: id, name: 'Pat', email: 'pat@example.com', subject: 'A question' } });
  });

  it.each([
    ['name', '', 'Name is required'],
    ['name', undefined, 'Name is required'],
    ['name', 'x'.repeat(201), 'Please use at most 200 characters for the name'],
    ['email', 'not an address', 'Invalid email address'],
    ['subject', '   ', 'Subject is required'],
    ['message', '', 'Message is required'],
    ['message', 'x'.repeat(5001), 'Please use at most 5,000 characters for the message'],
  ])('are refused with %s %j: 400 %s', async (field, value, sentence) => {
    const before = (await list()).length;
    const answer = await service.call('POST', '/api/contact', { body: { ...REQUEST, [field]: value } });
    expect(answer).toMatchObject({ status: 400, text: sentence });
    expect((await list()).length).toBe(before);
  });

  it('are refused field by field where a client asks for problem details', async () => {
    const answer = await service.call('POST', '/api/contact', { body: {}, headers: { accept: 'application/problem+json' } });
    expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual(['email', 'message', 'name', 'subject']);
  });

  it('are listed newest first', async () => {
    const older = await send({ subject: 'older' });
    const newer = await send({ subject: 'newer' });
    const ids = (await list()).map(({ id }) => id);
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older));
  });

  it('are listed up to the newest five hundred', async () => {
    await database.query(
      `INSERT INTO contact_submissions (name, email, subject, message, created_at)
       SELECT 'Old', 'old@example.com', 'Old', 'Old', now() - interval '1 year' - n * interval '1 second' FROM generate_series(1, 600) n`,
    );
    const submissions = await list();
    expect(submissions).toHaveLength(500);
    expect(submissions[0]?.name).toBe('Pat');
    await database.query(`DELETE FROM contact_submissions WHERE name = 'Old'`);
  });

  it('move from new to read to replied to archived, and tell each step in order', async () => {
    const id = await send();

    for (const status of ['read', 'replied', 'archived'] as const) {
      const answer = await move(id, status);
      expect(answer.status).toBe(200);
      expect(contactSubmissionSchema.parse(answer.json())).toMatchObject({ id, status });
    }

    const told = await eventually(() => {
      const steps = events.all('contact.status-changed').filter(({ subject }) => subject === `contact/${id}`);
      expect(steps).toHaveLength(3);
      return steps;
    });
    expect(told.map(({ sequence, data }) => ({ sequence, data }))).toEqual([
      { sequence: 2, data: { submissionId: id, from: 'new', to: 'read' } },
      { sequence: 3, data: { submissionId: id, from: 'read', to: 'replied' } },
      { sequence: 4, data: { submissionId: id, from: 'replied', to: 'archived' } },
    ]);
  });

  it.each([
    [['archived'], 'read', 'A request that is archived can’t become read.'],
    [['replied'], 'read', 'A request that is replied can’t become read.'],
    [['read'], 'new', 'A request that is read can’t become new.'],
    [['read'], 'read', 'This request is already read.'],
  ])('after %j do not move to %s: 409', async (before, status, sentence) => {
    const id = await send();
    for (const step of before) await move(id, step);
    expect(await move(id, status)).toMatchObject({ status: 409, text: sentence });
    expect((await list()).find((submission) => submission.id === id)?.status).toBe(before.at(-1));
  });

  it('move once, however many admins press at the same moment', async () => {
    const id = await send();
    const answers = await Promise.all(Array.from({ length: 5 }, () => move(id, 'read')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    await events.next('contact.status-changed', ({ subject }) => subject === `contact/${id}`);
    expect(events.all('contact.status-changed').filter(({ subject }) => subject === `contact/${id}`)).toHaveLength(1);
  });

  it('refuse a status that is none: 400', async () => {
    const id = await send();
    expect(await move(id, 'lost')).toMatchObject({ status: 400, text: 'Status must be new, read, replied or archived' });
    expect((await move(id, undefined)).status).toBe(400);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id'])('answer 404 for the unknown request %s', async (id) => {
    expect(await move(id, 'read')).toMatchObject({ status: 404, text: 'Not found' });
  });

  it.each([
    ['nobody', undefined, 401, 'Not signed in'],
    ['a guest', asGuest(), 401, 'Not signed in'],
    ['a customer', asUser(), 403, 'Admin access required'],
  ])('are shown to admins only, not to %s', async (_who, as, status, text) => {
    const id = await send();
    expect(await service.call('GET', ADMIN_PATH, { as })).toMatchObject({ status, text });
    expect(await service.call('PATCH', `${ADMIN_PATH}/${id}/status`, { as, body: { status: 'read' } })).toMatchObject({ status, text });
    expect((await list()).find((submission) => submission.id === id)?.status).toBe('new');
  });
});
