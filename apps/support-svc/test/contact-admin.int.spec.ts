import { randomUUID } from 'node:crypto';
import { nextPageOf } from '@shop/contracts/common';
import {
  contactReplySchema,
  contactStatusChanged,
  contactSubmissionDetailSchema,
  type ContactReply,
  type ContactSubmission,
} from '@shop/contracts/support';
import { asUser, recordEvents, type EventRecorder } from '@shop/testing';
import { requestsPage } from '../src/contact/requests.sql.js';
import { ADA, ADMIN_PATH, openContactDesk, REQUEST, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

let desk: ContactDesk;
let events: EventRecorder;
beforeAll(async () => {
  desk = await openContactDesk();
  events = await recordEvents(desk.transport, [contactStatusChanged.type]);
});
afterAll(async () => {
  await events.stop();
  await desk.close();
});
beforeEach(() => desk.database.query('TRUNCATE contact_submissions CASCADE'));

/** Many at the same few moments, so that pages end between two of one moment. */
const ALL_ALIKE = `(ARRAY['new', 'read', 'replied', 'archived'])[n % 4 + 1]`;
const fill = (count: number, status = ALL_ALIKE) =>
  desk.database.query(
    `INSERT INTO contact_submissions (name, email, subject, message, status, created_at)
     SELECT 'Pat ' || n, 'pat@example.com', 'Subject', 'Message', ${status},
       timestamptz '2026-01-01' + (n / 7) * interval '1 microsecond' FROM generate_series(1, $1) n`,
    [count],
  );

async function walk(address: string): Promise<ContactSubmission[][]> {
  const pages: ContactSubmission[][] = [];
  for (let next: string | null = address; next;) {
    const answer = await desk.service.call('GET', next, { as: ADA });
    pages.push(answer.json());
    next = nextPageOf(answer.headers.get('link'));
  }
  return pages;
}

describe('the list of requests', () => {
  it('is newest first', async () => {
    const older = await desk.send({ subject: 'older' });
    const newer = await desk.send({ subject: 'newer' });
    expect((await desk.list()).map(({ id }) => id)).toEqual([newer, older]);
  });

  it('goes on page by page, to the end, and shows each request once', async () => {
    await fill(120);
    const pages = await walk(`${ADMIN_PATH}?limit=50`);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    const rows = await desk.database.query<{ id: string }>(
      'SELECT id FROM contact_submissions ORDER BY created_at DESC, id DESC',
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('keeps its place while new requests come in', async () => {
    await fill(20);
    const first = await desk.service.call('GET', `${ADMIN_PATH}?limit=10`, { as: ADA });
    await desk.send({ name: 'Nora' });
    const [rest = []] = await walk(nextPageOf(first.headers.get('link')) ?? '');
    const shown = [...first.json<ContactSubmission[]>(), ...rest];
    expect(new Set(shown.map(({ id }) => id)).size).toBe(20);
    expect(shown.map(({ name }) => name)).not.toContain('Nora');
  });

  it('shows those of one status, over all its pages', async () => {
    await fill(80);
    const pages = await walk(`${ADMIN_PATH}?status=new&limit=15`);
    expect(pages.map((page) => page.length)).toEqual([15, 5]);
    expect(new Set(pages.flat().map(({ status }) => status))).toEqual(new Set(['new']));
  });

  it('is cut at a hundred where nothing is said, and has no next page where it ends', async () => {
    await fill(101);
    const answer = await desk.service.call('GET', ADMIN_PATH, { as: ADA });
    expect(answer.json()).toHaveLength(100);
    expect(nextPageOf(answer.headers.get('link'))).not.toBeNull();
    expect((await desk.service.call('GET', `${ADMIN_PATH}?limit=101`, { as: ADA })).headers.get('link')).toBeNull();
  });

  it.each([
    ['?limit=501', 'The limit must be from 1 to 500'],
    ['?status=lost', 'Status must be new, read, replied or archived'],
    ['?cursor=nowhere', 'This place in the list does not exist. Please start at the beginning.'],
  ])('rejects %s: 400', async (query, text) => {
    expect(await desk.service.call('GET', ADMIN_PATH + query, { as: ADA })).toMatchObject({ status: 400, text });
  });
});

describe('the count of requests', () => {
  it('tells how many are new, and how many there are', async () => {
    const count = async () => (await desk.service.call('GET', `${ADMIN_PATH}/summary`, { as: ADA })).json();
    expect(await count()).toEqual({ new: 0, total: 0 });
    const id = await desk.send();
    await desk.send();
    expect(await count()).toEqual({ new: 2, total: 2 });
    await desk.move(id, 'read');
    expect(await count()).toEqual({ new: 1, total: 2 });
  });
});

describe('a request by itself', () => {
  it('is shown whole, as the contract says', async () => {
    const message = 'A line\n'.repeat(700).trim();
    const id = await desk.send({ message });
    const shown = await desk.show(id);
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
    expect(await desk.service.call('GET', `${ADMIN_PATH}/${id}`, { as: ADA })).toMatchObject({
      status: 404,
      text: 'Not found',
    });
  });
});

describe('ten thousand requests', () => {
  interface Plan {
    'Node Type': string;
    'Index Name'?: string;
    'Actual Rows': number;
    Plans?: Plan[];
  }
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
  const explain = async (query: Parameters<typeof requestsPage>[0]): Promise<Plan[]> => {
    const { sql, parameters } = requestsPage(query);
    const [row] = await desk.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      parameters,
    );
    return row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  };
  const middle = { createdAt: '2026-01-01T00:00:00.000700Z', id: UNKNOWN_ID };

  it.each([
    ['the first page', {}, 'contact_submissions_newest'],
    ['a page in the middle', { cursor: middle }, 'contact_submissions_newest'],
    ['the first page of a status', { status: 'new' as const }, 'contact_submissions_status'],
    ['a page in the middle of a status', { status: 'new' as const, cursor: middle }, 'contact_submissions_status'],
  ])('are read through an index, no more of them than are shown: %s', async (_page, query, index) => {
    // As after years: nearly all of them are done with.
    await fill(10_000, `CASE n % 40 WHEN 0 THEN 'new' ELSE 'archived' END`);
    await desk.database.query('ANALYZE contact_submissions');
    const nodes = await explain({ limit: 50, ...query });
    const scan = nodes.find((node) => node['Index Name']);
    expect(nodes.map((node) => node['Node Type'])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/Sort|Seq Scan/)]),
    );
    expect(scan).toMatchObject({ 'Index Name': index, 'Actual Rows': 51 });
  });
});

const GRACE = asUser({ role: 'admin', email: 'grace@example.com' });

describe('a reply', () => {
  const lettersAbout = async (id: string): Promise<number> => {
    const { replies } = await desk.show(id);
    const counts = await Promise.all(replies.map((reply) => desk.countLetters(`request-answered/${reply.id}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it.each([[[]], [['read']]])(
    'is e-mailed with the question, marks the request replied, and stands on the timeline, after %j',
    async (before) => {
      const id = await desk.send({ email: 'nora@example.com' });
      for (const status of before) await desk.move(id, status);
      const answer = await desk.reply(id, { message: '  Yes, within a week.\r\nAda  ' }, GRACE);

      expect(answer.status).toBe(201);
      const reply = contactReplySchema.parse(answer.json());
      expect(reply).toMatchObject({ message: 'Yes, within a week.\nAda', author: 'grace@example.com' });
      expect(desk.letters.at(-1)).toEqual({
        key: `request-answered/${reply.id}`,
        to: 'nora@example.com',
        letter: 'request-answered',
        props: {
          name: 'Pat',
          subject: REQUEST.subject,
          question: REQUEST.message,
          answer: 'Yes, within a week.\nAda',
        },
      });
      const from = before.at(-1) ?? 'new';
      const shown = await desk.show(id);
      expect(shown).toMatchObject({
        status: 'replied',
        replies: [reply],
        nextStatuses: ['archived'],
        canBeReplied: true,
      });
      expect(shown.timeline[0]).toMatchObject({
        ...{ action: 'contact.replied', actor: 'grace@example.com', summary: 'Replied by e-mail.' },
        ...{ before: { status: from }, after: { status: 'replied', replyId: reply.id } },
      });
      const event = await events.next(
        'contact.status-changed',
        ({ subject, data }) => subject === `contact/${id}` && (data as { to: string }).to === 'replied',
      );
      expect(event.data).toEqual({ submissionId: id, from, to: 'replied' });
    },
  );

  it('leaves no word of it in the audit trail, which is never erased', async () => {
    const id = await desk.send({ message: 'Something private' });
    await desk.reply(id, { message: 'Something private too' });
    const [entry] = await desk.database.query<{ text: string }>(
      'SELECT string_agg(entry::text, $2) AS text FROM audit_entries entry WHERE subject_id = $1',
      [id, ' '],
    );
    expect(entry?.text).toContain('contact.replied');
    expect(entry?.text).not.toMatch(/private|pat@example/);
  });

  it('sent twice under one id, at once or later, is one reply and one letter', async () => {
    const id = await desk.send();
    const body = { id: randomUUID(), message: 'Yes.' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.reply(id, body)));
    answers.push(await desk.reply(id, { ...body, id: body.id.toUpperCase() }));
    await desk.move(id, 'archived');
    answers.push(await desk.reply(id, body));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await desk.show(id)).replies.map((reply) => reply.id)).toEqual([body.id]);
    expect(await lettersAbout(id)).toBe(1);
    expect((await desk.show(id)).timeline.filter(({ action }) => action === 'contact.replied')).toHaveLength(1);
  });

  it('under an id that was used for other words, or another request, is refused: 409', async () => {
    const [id, other] = [await desk.send(), await desk.send()];
    const body = { id: randomUUID(), message: 'Yes.' };
    await desk.reply(id, body);
    for (const answer of [
      await desk.reply(id, { ...body, message: 'No.', repliesSeen: 1 }),
      await desk.reply(other, body),
    ]) {
      expect(answer).toMatchObject({ status: 409, text: 'This reply was already sent with other words.' });
    }
    expect((await desk.show(other)).status).toBe('new');
  });

  it('goes out once under one id, also where two requests are replied to with it at the same moment', async () => {
    const ids = await Promise.all([desk.send(), desk.send()]);
    const body = { id: randomUUID(), message: 'Yes.' };
    const answers = await Promise.all(ids.map((id) => desk.reply(id, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await desk.countLetters(`request-answered/${body.id}`)).toBe(1);
  });

  it('is one, where two admins reply at once: the other one is rejected, and no second email goes out', async () => {
    const id = await desk.send();
    const answers = await Promise.all([
      desk.reply(id, { message: 'Yes.' }),
      desk.reply(id, { message: 'No.' }, GRACE),
      desk.reply(id, { message: 'Maybe.' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      'Somebody has already replied to this request. Read that reply first.',
    );
    expect((await desk.show(id)).replies).toEqual([answers.find(({ status }) => status === 201)?.json<ContactReply>()]);
    expect(await lettersAbout(id)).toBe(1);
  });

  it('can follow another one that its writer has seen; the request was replied to before, and no event is published again', async () => {
    const id = await desk.send();
    await desk.reply(id, { message: 'Yes.' });
    expect((await desk.reply(id, { message: 'By the way: within a week.', repliesSeen: 1 }, GRACE)).status).toBe(201);
    const { replies, status, timeline } = await desk.show(id);
    expect(replies.map(({ message, author }) => [message, author])).toEqual([
      ['Yes.', 'admin@example.com'],
      ['By the way: within a week.', 'grace@example.com'],
    ]);
    expect(status).toBe('replied');
    expect(timeline.map(({ action }) => action)).toEqual(['contact.replied', 'contact.replied', 'contact.received']);
    expect(await lettersAbout(id)).toBe(2);
    await desk.move(id, 'archived');
    await events.next(
      'contact.status-changed',
      ({ subject, data }) => subject === `contact/${id}` && (data as { to: string }).to === 'archived',
    );
    expect(events.all().filter(({ subject }) => subject === `contact/${id}`)).toHaveLength(2);
  });

  it('is possible after the request was marked replied by hand', async () => {
    const id = await desk.send();
    await desk.move(id, 'replied');
    expect((await desk.reply(id, { message: 'Yes.' })).status).toBe(201);
  });

  it('to an archived request is refused: 409, and nothing goes out', async () => {
    const id = await desk.send();
    await desk.move(id, 'archived');
    expect(await desk.reply(id, { message: 'Too late' })).toMatchObject({
      status: 409,
      text: 'This request is archived and can’t be replied to.',
    });
    expect(await desk.show(id)).toMatchObject({ status: 'archived', replies: [] });
  });

  it('without a message is rejected: 400', async () => {
    const id = await desk.send();
    expect(await desk.reply(id, {})).toMatchObject({ status: 400, text: 'Message is required' });
    expect(await desk.show(id)).toMatchObject({ status: 'new', replies: [] });
  });

  it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
    expect(await desk.reply(id, { message: 'Yes.' })).toMatchObject({ status: 404, text: 'Not found' });
  });
});
