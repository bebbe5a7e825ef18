import type { Locator, Page } from '@playwright/test';
import { answer, change, hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import { becomes, expect, must, onePageOf, test, theAdmin } from '../support/people.ts';
import { newRequest, someRequests, type WrittenRequest } from '../support/requests.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const LIST = 'GET /api/admin/contact-submissions';

const MOVES = [
  { title: 'Mark Read (only when new) sets read', from: 'new', label: 'Mark Read', to: 'read' },
  { title: 'Mark Replied (when new) sets replied', from: 'new', label: 'Mark Replied', to: 'replied' },
  { title: 'Mark Replied (when read) sets replied', from: 'read', label: 'Mark Replied', to: 'replied' },
  { title: 'Archive (when new) sets archived', from: 'new', label: 'Archive', to: 'archived' },
  { title: 'Archive (when read) sets archived', from: 'read', label: 'Archive', to: 'archived' },
  { title: 'Archive (when replied) sets archived', from: 'replied', label: 'Archive', to: 'archived' },
] as const;

const cards = (page: Page): Locator => page.getByRole('list', { name: /^Requests/ }).getByRole('listitem');
const cardOf = (page: Page, { subject }: WrittenRequest): Locator =>
  cards(page).filter({ has: page.getByRole('link', { name: subject, exact: true }) });
const actions = (card: Locator): Locator => card.getByRole('group').getByRole('button');
const act = (page: Page, request: WrittenRequest, label: string) =>
  actions(cardOf(page, request))
    .and(page.getByRole('button', { name: label, exact: true }))
    .click();

test.describe('/admin, Customer Requests', () => {
  test.describe('opened', () => {
    const page = onePageOf(theAdmin, async (tab, shop) => {
      await someRequests(shop);
      await tab.goto('/admin?tab=requests');
    });

    test('each shows name, status, email', { tag: '@2' }, async ({ shop }) => {
      const { read } = await someRequests(shop);
      const card = cardOf(page(), read);
      await expect(card.getByText(read.name, { exact: true })).toBeVisible();
      await expect(card.locator('.ui-badge')).toHaveText('read');
      await expect(card.getByRole('link', { name: read.email, exact: true })).toBeVisible();
    });

    test('subject, message clamped to two lines', { tag: '@2' }, async ({ shop }) => {
      const { read } = await someRequests(shop);
      await expect(cardOf(page(), read).getByRole('link', { name: read.subject, exact: true })).toBeVisible();
      const message = cardOf(page(), read).getByText(read.message, { exact: true });
      await expect(message).toHaveCSS('-webkit-line-clamp', '2');
      await expect(message).toHaveCSS('overflow', 'hidden');
      // Two lines of text, of the many it has.
      expect((await message.boundingBox())?.height).toBeLessThan(60);
    });

    for (const { status, style, offers } of [
      { status: 'new', style: 'outline', offers: ['Mark Read', 'Mark Replied', 'Archive'] },
      { status: 'read', style: 'secondary', offers: ['Mark Replied', 'Archive'] },
      { status: 'replied', style: 'default', offers: ['Archive'] },
      { status: 'archived', style: 'outline', offers: [] },
    ] as const) {
      test(
        `status actions of one that is ${status}: ${offers.join(', ') || 'none'}`,
        { tag: ['@2', '@4', '@D29'] },
        async ({ shop }) => {
          const card = cardOf(page(), (await someRequests(shop))[status]);
          await expect(card).toBeVisible();
          await expect(actions(card)).toHaveText([...offers]);
        },
      );

      test(`Badge styling: ${status} = ${style}`, { tag: '@4' }, async ({ shop }) => {
        const badge = cardOf(page(), (await someRequests(shop))[status]).locator('.ui-badge');
        await expect(badge).toHaveText(status);
        await expect(badge).toHaveAttribute('data-variant', style);
      });
    }

    test('Lists are newest first', { tag: '@D30a' }, async ({ shop }) => {
      const { archived, replied, read, new: latest } = await someRequests(shop);
      const own = [latest, read, replied, archived].map(({ subject }) => subject);
      await expect
        .poll(async () =>
          (await cards(page()).locator('a[id^="request-"]').allTextContents()).filter((subject) =>
            own.includes(subject),
          ),
        )
        .toEqual(own);
    });
  });

  test('relative time', { tag: ['@2', '@9'] }, async ({ passerby, shop }) => {
    const { read } = await someRequests(shop);
    const requests = await must<{ id: string; createdAt: string }[]>(
      (await theAdmin(shop)).api.get('/api/admin/contact-submissions'),
    );
    const createdAt = Date.parse(requests.find(({ id }) => id === read.id)?.createdAt ?? '');
    await becomes(passerby, await theAdmin(shop));
    await passerby.clock.setFixedTime(createdAt + 2 * 3_600_000);
    await passerby.goto('/admin?tab=requests');
    await expect(cardOf(passerby, read).locator('time')).toHaveText('about 2 hours ago');
  });

  test('Empty: No customer requests yet', { tag: '@2' }, async ({ admin }) => {
    await answer(admin, LIST, []);
    await admin.goto('/admin?tab=requests');
    await expect(admin.getByRole('heading', { name: 'No customer requests yet', exact: true })).toBeVisible();
  });

  test.describe('moves', () => {
    const made: WrittenRequest[] = [];
    const page = onePageOf(theAdmin, async (tab, shop) => {
      for (const { from } of MOVES) made.push(await newRequest(shop, from));
      for (let count = 0; count < 3; count += 1) made.push(await newRequest(shop));
      await tab.goto('/admin?tab=requests');
    });
    test.afterEach(() => letThrough(page()));
    const request = (index: number): WrittenRequest => made.at(index) as WrittenRequest;

    for (const [index, { title, label, to }] of MOVES.entries()) {
      test(title, { tag: ['@4', '@7', '@D29'] }, async ({ shop }) => {
        const { id } = request(index);
        const calls = watchCalls(page());
        await act(page(), request(index), label);
        await expect(cardOf(page(), request(index)).locator('.ui-badge')).toHaveText(to);
        const statusNow = async () =>
          (
            await must<{ id: string; status: string }[]>(
              (await theAdmin(shop)).api.get('/api/admin/contact-submissions'),
            )
          ).find((one) => one.id === id)?.status;
        await expect.poll(statusNow).toBe(to);
        expect(calls.bodies(`PATCH /api/admin/contact-submissions/${id}/status`)).toEqual([{ status: to }]);
      });
    }

    test(
      'Submission status failure: Update failed, Could not update submission status; not retried',
      { tag: ['@8', '@7'] },
      async () => {
        const call = `PATCH /api/admin/contact-submissions/${request(-1).id}/status` as const;
        await refuse(page(), call, 503, 'Requests are unavailable right now.');
        const calls = watchCalls(page());
        await act(page(), request(-1), 'Mark Read');
        await expectFailure(page(), 'Update failed', 'Could not update submission status');
        await expect(cardOf(page(), request(-1)).locator('.ui-badge')).toHaveText('new');
        await expect(actions(cardOf(page(), request(-1)))).toHaveText(['Mark Read', 'Mark Replied', 'Archive']);
        expect(calls.of(call)).toHaveLength(1);
      },
    );

    test('Status updated; submission list refetched', { tag: ['@8', '@7'] }, async () => {
      const calls = watchCalls(page());
      await act(page(), request(-2), 'Mark Read');
      await expectToast(page(), 'Status updated');
      await expect.poll(() => calls.of(LIST).length).toBe(1);
      expect(calls.names().indexOf(LIST)).toBeGreaterThan(calls.names().findIndex((name) => name.startsWith('PATCH ')));
    });

    test('buttons disabled while an update is pending', { tag: '@4' }, async () => {
      const release = await hold(page(), `PATCH /api/admin/contact-submissions/${request(-3).id}/status`);
      await act(page(), request(-3), 'Mark Read');
      const buttons = actions(cardOf(page(), request(-3)));
      await expect(buttons).toHaveText(['Mark Replied', 'Archive']); // moved at once, before the answer
      for (const button of await buttons.all()) await expect(button).toBeDisabled();
      release();
      await expect(cardOf(page(), request(-3)).getByRole('button', { name: 'Mark Replied' })).toBeEnabled();
    });
  });

  test(
    'else 409: what is archived stays archived, whatever an old page says',
    { tag: '@D29' },
    async ({ admin, shop }) => {
      const request = await newRequest(shop, 'archived');
      await change<WrittenRequest[]>(admin, LIST, (requests) =>
        requests.map((one) => (one.id === request.id ? { ...one, status: 'new' } : one)),
      );
      await admin.goto('/admin?tab=requests');
      const answered = admin.waitForResponse(`**/contact-submissions/${request.id}/status`);
      await act(admin, request, 'Mark Read');
      expect((await answered).status()).toBe(409);
      await expectFailure(admin, 'Update failed', 'Could not update submission status');
    },
  );
});
