import { nextPageOf } from '@shop/contracts/common';
import { contactSubmissionDetailSchema, type ContactSubmission } from '@shop/contracts/support';
import { anyTransport, asGuest, asUser } from '@shop/testing';
import { requestsPage } from '../src/contact/requests.sql.js';
import { ADA, ADMIN_PATH, openContactDesk, REQUEST, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

let desk: ContactDesk;
beforeAll(async () => {
  desk = await openContactDesk(anyTransport());
});
afterAll(() => desk.close());
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
    ['?limit=0', 'The limit must be from 1 to 500'],
    ['?limit=501', 'The limit must be from 1 to 500'],
    ['?limit=many', 'The limit must be from 1 to 500'],
    ['?status=lost', 'Status must be new, read, replied or archived'],
    ['?cursor=nowhere', 'This place in the list does not exist. Please start at the beginning.'],
    [
      `?cursor=${encodeURIComponent("' OR 1=1 --")}`,
      'This place in the list does not exist. Please start at the beginning.',
    ],
  ])('refuses %s: 400', async (query, text) => {
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

describe('requests are shown to admins only', () => {
  it.each([
    ['nobody', undefined, 401, 'Not signed in'],
    ['a guest', asGuest(), 401, 'Not signed in'],
    ['a customer', asUser(), 403, 'Admin access required'],
  ])('not to %s', async (_who, as, status, text) => {
    const id = await desk.send({}, as);
    const calls = [
      ['GET', ADMIN_PATH],
      ['GET', `${ADMIN_PATH}/summary`],
      ['GET', `${ADMIN_PATH}/${id}`],
      ['POST', `${ADMIN_PATH}/${id}/reply`, { message: 'Yes.' }],
      ['PATCH', `${ADMIN_PATH}/${id}/status`, { status: 'read' }],
    ] as const;
    for (const [method, path, body] of calls)
      expect(await desk.service.call(method, path, { as, body })).toMatchObject({ status, text });
    expect(await desk.show(id)).toMatchObject({ status: 'new', replies: [] });
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
