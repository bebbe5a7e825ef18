import type { ContactReceipt, ContactSubmission, ContactSubmissionDetail } from '@shop/contracts-support';
import type { IdentityClaims } from '@shop/contracts-common';
import {
  createTestTransport,
  asAdmin,
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  type TestResponse,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';
import { EmailOutboxService, type NewEmail } from '../src/emails/email-outbox.service.js';

export const REQUEST = {
  name: 'Pat',
  email: 'pat@example.com',
  subject: 'A question',
  message: 'Do you ship to Maine?',
};
export const ADMIN_PATH = '/api/admin/contact-submissions';
export const ADA = asAdmin();
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** A running support-svc, with calls for customers and admins. */
export interface ContactFixture {
  transport: TestTransport;
  database: TestDatabase;
  service: TestService;
  /** The emails that were queued, with their content; the row of one that was sent has none. */
  enqueuedEmails: NewEmail[];
  send(change?: Record<string, unknown>, as?: IdentityClaims): Promise<string>;
  /** `seen`: the version on which the change is based. */
  changeStatus(id: string, status: unknown, as?: IdentityClaims, seen?: string): Promise<TestResponse>;
  reply(id: string, body: unknown, as?: IdentityClaims, seen?: string): Promise<TestResponse>;
  show(id: string): Promise<ContactSubmissionDetail>;
  list(query?: string): Promise<ContactSubmission[]>;
  /** How many emails with these keys are queued or sent. */
  countEmails(prefix: string): Promise<number>;
  countRequests(): Promise<number>;
  close(): Promise<void>;
}

function spyOnEnqueuedEmails(emailOutbox: EmailOutboxService): NewEmail[] {
  const emails: NewEmail[] = [];
  const send = emailOutbox.enqueueEmail.bind(emailOutbox);
  emailOutbox.enqueueEmail = (manager, email) => {
    emails.push(email);
    return send(manager, email);
  };
  return emails;
}

const toIfMatch = (seen: string | undefined): Record<string, string> =>
  seen === undefined ? {} : { 'if-match': `"${seen}"` };

/** The same for a service that is running already. */
export function createContactFixture(
  service: TestService,
  database: TestDatabase,
): Omit<ContactFixture, 'transport' | 'close'> {
  const count = async (sql: string, values: unknown[] = []): Promise<number> =>
    Number((await database.query<{ count: string }>(sql, values))[0]?.count);
  return {
    database,
    service,
    enqueuedEmails: spyOnEnqueuedEmails(service.get(EmailOutboxService)),
    send: async (change = {}, as) =>
      (await service.call('POST', '/api/contact', { as, body: { ...REQUEST, ...change } })).json<ContactReceipt>().id,
    changeStatus: (id, status, as = ADA, seen) =>
      service.call('PATCH', `${ADMIN_PATH}/${id}/status`, { as, body: { status }, headers: toIfMatch(seen) }),
    reply: (id, body, as = ADA, seen) =>
      service.call('POST', `${ADMIN_PATH}/${id}/reply`, { as, body, headers: toIfMatch(seen) }),
    show: async (id) => (await service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).json<ContactSubmissionDetail>(),
    list: async (query = '') =>
      (await service.call('GET', `${ADMIN_PATH}${query}`, { as: ADA })).json<ContactSubmission[]>(),
    countEmails: (prefix) => count('SELECT count(*) FROM emails WHERE starts_with(key, $1)', [prefix]),
    countRequests: () => count('SELECT count(*) FROM contact_submissions'),
  };
}

export async function startContactFixture(env: Record<string, string> = {}): Promise<ContactFixture> {
  const transport = createTestTransport();
  await transport.open();
  const database = await createTestDatabase(migratedSchema('support-svc', migrations));
  const service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport, env })));
  return {
    ...createContactFixture(service, database),
    transport,
    close: async () => {
      await service.stop();
      await transport.close();
      await database.drop();
    },
  };
}
