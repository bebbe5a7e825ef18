import { randomUUID } from 'node:crypto';
import { parseNextPageUrl } from '@shop/contracts-common';
import {
  contactReplySchema,
  contactStatusChanged,
  contactSubmissionDetailSchema,
  type ContactReply,
  type ContactSubmission,
} from '@shop/contracts-support';
import { asUser, readMetric, recordEvents, type EventRecorder } from '@shop/testing';
import { ADA, ADMIN_PATH, startContactFixture, REQUEST, UNKNOWN_ID, type ContactFixture } from './contact-fixture.js';

let fixture: ContactFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await startContactFixture();
  events = await recordEvents(fixture.transport, [contactStatusChanged.type]);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});
beforeEach(() => fixture.database.query('TRUNCATE contact_submissions CASCADE'));

/** Many rows share a creation time, so that pages end between rows of the same time. */
const ALL_ALIKE = `(ARRAY['new', 'read', 'replied', 'archived'])[n % 4 + 1]`;
const fill = (count: number, status = ALL_ALIKE) =>
  fixture.database.query(
    `INSERT INTO contact_submissions (name, email, subject, message, status, created_at)
     SELECT 'Pat ' || n, 'pat@example.com', 'Subject', 'Message', ${status},
       timestamptz '2026-01-01' + (n / 7) * interval '1 microsecond' FROM generate_series(1, $1) n`,
    [count],
  );

async function walk(address: string): Promise<ContactSubmission[][]> {
  const pages: ContactSubmission[][] = [];
  for (let next: string | null = address; next;) {
    const answer = await fixture.service.call('GET', next, { as: ADA });
    pages.push(answer.json());
    next = parseNextPageUrl(answer.headers.get('link'));
  }
  return pages;
}

describe('the search for requests', () => {
  const search = async (words: string, query = '') =>
    (await fixture.service.call('POST', `${ADMIN_PATH}/search${query}`, { as: ADA, body: { words } })).json<
      ContactSubmission[]
    >();

  it.each(['zoë', 'zoe+pets@', 'late PARCEL', 'pa-0123abcdef', 'zoe parcel'])(
    'finds a request by name, email, subject or text: %s',
    async (words) => {
      await fixture.send({ subject: 'Another' });
      const id = await fixture.send({
        name: 'Zoë Quist',
        email: 'zoe+pets@example.com',
        subject: 'Late parcel',
        message: 'Where is PA-0123ABCDEF?',
      });
      expect((await search(words)).map((request) => request.id)).toEqual([id]);
      expect(await search(words, '?status=archived')).toEqual([]);
    },
  );

  it('finds those of exactly one address among those that contain it', async () => {
    const id = await fixture.send({ email: 'an@lookup.example' });
    for (let other = 0; other < 3; other += 1) await fixture.send({ email: `ry${other}an@lookup.example` });
    const body = { words: 'An@lookup.example', email: ' An@Lookup.example' };
    const answer = await fixture.service.call('POST', `${ADMIN_PATH}/search?limit=1`, { as: ADA, body });
    expect(answer.json<ContactSubmission[]>().map((request) => request.id)).toEqual([id]);
    expect(answer.headers.get('link')).toBeNull();
  });
});

describe('the list of requests', () => {
  it('has the requests of one user, whose id is in the request', async () => {
    const as = asUser();
    await fixture.send();
    const id = await fixture.send({}, as);
    expect((await walk(`${ADMIN_PATH}?userId=${as.userId}`)).flat().map((request) => request.id)).toEqual([id]);
    expect((await fixture.show(id)).userId).toBe(as.userId);
  });

  it('is newest first', async () => {
    const older = await fixture.send({ subject: 'older' });
    const newer = await fixture.send({ subject: 'newer' });
    expect((await fixture.list()).map(({ id }) => id)).toEqual([newer, older]);
  });

  it('has pages that contain each request once, and counts what is sent of all but the first', async () => {
    const countListed = () => readMetric(fixture.service, 'customers_listed_total');
    const before = await countListed();
    await fill(120);
    const pages = await walk(`${ADMIN_PATH}?limit=50`);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect((await countListed()) - before).toBe(70);
    const rows = await fixture.database.query<{ id: string }>(
      'SELECT id FROM contact_submissions ORDER BY created_at DESC, id DESC',
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('filters by status on all pages', async () => {
    await fill(80);
    const pages = await walk(`${ADMIN_PATH}?status=new&limit=15`);
    expect(pages.map((page) => page.length)).toEqual([15, 5]);
    expect(new Set(pages.flat().map(({ status }) => status))).toEqual(new Set(['new']));
  });

  it.each([
    ['?limit=101', 'The limit must be from 1 to 100'],
    ['?status=lost', 'Status must be new, read, replied or archived'],
    ['?cursor=nowhere', 'This place in the list does not exist. Please start at the beginning.'],
  ])('rejects %s: 400', async (query, text) => {
    expect(await fixture.service.call('GET', ADMIN_PATH + query, { as: ADA })).toMatchObject({ status: 400, text });
  });
});

describe('the count of requests', () => {
  it('has the numbers of new and of all requests', async () => {
    const count = async () => (await fixture.service.call('GET', `${ADMIN_PATH}/summary`, { as: ADA })).json();
    expect(await count()).toEqual({ new: 0, total: 0 });
    const id = await fixture.send();
    await fixture.send();
    expect(await count()).toEqual({ new: 2, total: 2 });
    await fixture.changeStatus(id, 'read');
    expect(await count()).toEqual({ new: 1, total: 2 });
    await fixture.database.query('DELETE FROM contact_submissions WHERE id = $1', [id]);
    expect(await count()).toEqual({ new: 1, total: 1 });
  });
});

describe('a single request', () => {
  it('is complete and matches the contract', async () => {
    const message = 'A line\n'.repeat(700).trim();
    const id = await fixture.send({ message });
    const shown = await fixture.show(id);
    expect(contactSubmissionDetailSchema.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ ...REQUEST, message, status: 'new', replies: [], canBeReplied: true });
    expect(shown.timeline).toEqual([
      {
        id,
        at: shown.createdAt,
        action: 'contact.received',
        actor: null,
        summary: 'The request came in.',
        before: null,
        after: { status: 'new' },
      },
    ]);
  });

  it.each([UNKNOWN_ID, 'not-an-id'])('is not found as %s: 404', async (id) => {
    expect(await fixture.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).toMatchObject({
      status: 404,
      text: 'Not found',
    });
  });
});

const GRACE = asUser({ role: 'admin', email: 'grace@example.com' });

describe('a reply', () => {
  const countReplyEmails = async (id: string): Promise<number> => {
    const { replies } = await fixture.show(id);
    const counts = await Promise.all(replies.map((reply) => fixture.countEmails(`request-answered/${reply.id}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it.each([[[]], [['read']]])(
    'is emailed with the question, sets the status and appears on the timeline, after %j',
    async (before) => {
      const id = await fixture.send({ email: 'nora@example.com' });
      for (const status of before) await fixture.changeStatus(id, status);
      const answer = await fixture.reply(id, { message: '  Yes, within a week.\r\nAda  ' }, GRACE);

      expect(answer.status).toBe(201);
      const reply = contactReplySchema.parse(answer.json());
      expect(reply).toMatchObject({ message: 'Yes, within a week.\nAda', author: 'grace@example.com' });
      expect(fixture.enqueuedEmails.at(-1)).toEqual({
        key: `request-answered/${reply.id}`,
        to: 'nora@example.com',
        template: 'request-answered',
        props: {
          name: 'Pat',
          subject: REQUEST.subject,
          question: REQUEST.message,
          answer: 'Yes, within a week.\nAda',
        },
      });
      const from = before.at(-1) ?? 'new';
      const shown = await fixture.show(id);
      expect(shown).toMatchObject({
        status: 'replied',
        replies: [reply],
        nextStatuses: ['archived'],
        canBeReplied: true,
      });
      expect(shown.timeline[0]).toMatchObject({
        ...{ action: 'contact.replied', actor: 'grace@example.com', summary: 'Replied by email.' },
        ...{ before: { status: from }, after: { status: 'replied', replyId: reply.id } },
      });
      const event = await events.waitForEvent(
        'contact.status-changed',
        ({ subject, data }) => subject === `contact/${id}` && (data as { to: string }).to === 'replied',
      );
      expect(event.data).toEqual({ submissionId: id, from, to: 'replied' });
    },
  );

  it('leaves no content in the audit trail, which is never erased', async () => {
    const id = await fixture.send({ message: 'Something private' });
    await fixture.reply(id, { message: 'Something private too' });
    const [entry] = await fixture.database.query<{ text: string }>(
      'SELECT string_agg(entry::text, $2) AS text FROM audit_entries entry WHERE subject_id = $1',
      [id, ' '],
    );
    expect(entry?.text).toContain('contact.replied');
    expect(entry?.text).not.toMatch(/private|pat@example/);
  });

  it('sent twice with one id, at once or later, is one reply and one email', async () => {
    const id = await fixture.send();
    const body = { id: randomUUID(), message: 'Yes.' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => fixture.reply(id, body)));
    answers.push(await fixture.reply(id, { ...body, id: body.id.toUpperCase() }));
    await fixture.changeStatus(id, 'archived');
    answers.push(await fixture.reply(id, body));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await fixture.show(id)).replies.map((reply) => reply.id)).toEqual([body.id]);
    expect(await countReplyEmails(id)).toBe(1);
    expect((await fixture.show(id)).timeline.filter(({ action }) => action === 'contact.replied')).toHaveLength(1);
  });

  it('with the id of another text or another request is rejected: 409', async () => {
    const [id, other] = [await fixture.send(), await fixture.send()];
    const body = { id: randomUUID(), message: 'Yes.' };
    await fixture.reply(id, body);
    for (const answer of [
      await fixture.reply(id, { ...body, message: 'No.' }, ADA, 'replied.1'),
      await fixture.reply(other, body),
    ]) {
      expect(answer).toMatchObject({ status: 409, text: 'This reply was already sent with other words.' });
    }
    expect((await fixture.show(other)).status).toBe('new');
  });

  it('is sent once if one id is used for two requests at the same moment', async () => {
    const ids = await Promise.all([fixture.send(), fixture.send()]);
    const body = { id: randomUUID(), message: 'Yes.' };
    const answers = await Promise.all(ids.map((id) => fixture.reply(id, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await fixture.countEmails(`request-answered/${body.id}`)).toBe(1);
  });

  it('is sent once if admins reply at once: the others are rejected', async () => {
    const id = await fixture.send();
    const answers = await Promise.all([
      fixture.reply(id, { message: 'Yes.' }),
      fixture.reply(id, { message: 'No.' }, GRACE),
      fixture.reply(id, { message: 'Maybe.' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toMatch(
      /^\S+@example\.com has already replied to this request\. Please read that reply first\.$/,
    );
    expect((await fixture.show(id)).replies).toEqual([
      answers.find(({ status }) => status === 201)?.json<ContactReply>(),
    ]);
    expect(await countReplyEmails(id)).toBe(1);
  });

  it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
    expect(await fixture.reply(id, { message: 'Yes.' })).toMatchObject({ status: 404, text: 'Not found' });
  });
});

describe('two admins who have seen the same request', () => {
  const seeRequest = async () => {
    const id = await fixture.send();
    const { version } = await fixture.show(id);
    return { id, version };
  };

  it('get its version as ETag, in the list, and with each change', async () => {
    const { id, version } = await seeRequest();
    const answer = await fixture.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA });
    expect(answer.headers.get('etag')).toBe(`"${version}"`);
    const changed = await fixture.changeStatus(id, 'read', ADA, version);
    const { version: next } = changed.json<ContactSubmission>();
    expect(next).not.toBe(version);
    expect(changed.headers.get('etag')).toBe(`"${next}"`);
    await fixture.reply(id, { message: 'Yes.' }, ADA, next);
    const [listed] = await fixture.list();
    expect(listed?.version).toBe((await fixture.show(id)).version);
  });

  it('change its status once: the second reads what the first has done', async () => {
    const { id, version } = await seeRequest();
    await fixture.changeStatus(id, 'read', GRACE, version);
    expect(await fixture.changeStatus(id, 'archived', ADA, version)).toMatchObject({
      status: 409,
      text: 'grace@example.com has moved this request to read in between. Please look at it again.',
    });
    expect((await fixture.changeStatus(id, 'archived', ADA, 'read.0')).status).toBe(200);
  });

  it('do not archive what was answered in between', async () => {
    const { id, version } = await seeRequest();
    await fixture.reply(id, { message: 'Yes.' }, GRACE, version);
    expect(await fixture.changeStatus(id, 'archived', ADA, version)).toMatchObject({
      status: 409,
      text: 'grace@example.com has replied to this request in between. Please look at it again.',
    });
  });

  it('both succeed in the same change, as it is made already, and record it once', async () => {
    const { id, version } = await seeRequest();
    const answers = [await fixture.changeStatus(id, 'read', GRACE, version)];
    answers.push(await fixture.changeStatus(id, 'read', ADA, version));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await fixture.show(id)).timeline).toHaveLength(2);
  });

  it('reply once, although one of them has only marked it as read in between', async () => {
    const { id, version } = await seeRequest();
    await fixture.changeStatus(id, 'read', GRACE, version);
    expect((await fixture.reply(id, { message: 'Yes.' }, GRACE, version)).status).toBe(201);
    expect(await fixture.reply(id, { message: 'No.' }, ADA, version)).toMatchObject({
      status: 409,
      text: 'grace@example.com has already replied to this request. Please read that reply first.',
    });
    expect((await fixture.reply(id, { message: 'No.' }, ADA, (await fixture.show(id)).version)).status).toBe(201);
  });

  it('change it as before without a version', async () => {
    const { id } = await seeRequest();
    expect((await fixture.changeStatus(id, 'read', GRACE)).status).toBe(200);
    expect(await fixture.changeStatus(id, 'read')).toMatchObject({
      status: 409,
      text: 'This request is already read.',
    });
    expect((await fixture.changeStatus(id, 'archived')).status).toBe(200);
  });
});
