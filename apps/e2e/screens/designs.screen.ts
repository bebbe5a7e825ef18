import type { Locator, Page } from '@playwright/test';
import { passUntil, stopClock } from '../support/clock.ts';
import { answer, hold, refuse, watchCalls } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { expect, hadSession, must, onePageOf, test } from '../support/people.ts';
import { customizeAddress, expectPicture } from '../support/screens.ts';

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const CALL = 'GET /api/designs';
const CREATED_AT = '2026-03-04T12:00:00.000Z';
const ID = '5d9c1a52-0d5e-4b0a-9c70-3a1f2b3c4d5e';

const cards = (page: Page): Locator => page.getByRole('main').locator('li:has(> .ui-card)');

/** As the server describes one; this shop draws too quickly, and too well, for every status to be met. */
const design = (given: object): object => ({
  id: crypto.randomUUID(),
  status: 'completed',
  styleKey: 'modern',
  petName: null,
  createdAt: CREATED_AT,
  outputImageId: null,
  outputImage: null,
  errorMessage: null,
  ...given,
});

async function showDesigns(page: Page, designs: object[]): Promise<void> {
  await answer(page, CALL, designs);
  await page.goto('/designs');
  await expect(cards(page)).toHaveCount(designs.length);
}

test.describe('/designs (My Designs)', () => {
  test.describe('with a design', () => {
    const page = onePageOf(theBuyer, (tab) => tab.goto('/designs'));
    const card = () => cards(page()).first();

    test('Heading My Designs', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { level: 1 })).toHaveText('My Designs');
      await expect(page()).toHaveTitle('My Designs · PetArt');
    });

    test(
      'cards: image, status badge, style label (followed by ’ Style’)',
      { tag: ['@2', '@4', '@D18'] },
      async ({ shop }) => {
        const { drawing } = await theBuyer(shop);
        await expect(cards(page())).toHaveCount(1);
        await expect(card().getByRole('img')).toHaveAttribute('src', drawing.imageUrl);
        await expectPicture(card().getByRole('img'));
        await expect(card().locator('.ui-badge')).toHaveText('completed');
        await expect(card().getByRole('heading', { level: 2 })).toHaveText('modern Style', { useInnerText: true });
      },
    );

    test('short creation date', { tag: '@2' }, async ({ shop }) => {
      const [made] = await must<{ createdAt: string }[]>((await theBuyer(shop)).api.get('/api/designs'));
      await expect(card().locator('time')).toHaveText(SHORT_DATE.format(new Date(made?.createdAt ?? '')));
    });

    test(
      'A completed design with an output image has a Create Product button going to /customize?imageId={outputImageId}&imageUrl={URL-encoded output image url}',
      { tag: ['@2', '@4'] },
      async ({ shop }) => {
        const { drawing } = await theBuyer(shop);
        const button = card().getByRole('link', { name: 'Create Product', exact: true });
        await expect(button).toHaveAttribute('href', customizeAddress(drawing));
        expect(customizeAddress(drawing)).toContain('imageUrl=%2Fmedia%2F');
        await button.click();
        await expect(page()).toHaveURL(customizeAddress(drawing));
        await page().goBack();
      },
    );
  });

  test('styleKey with hyphen replaced by a space, all of them', { tag: ['@2', '@D45'] }, async ({ customer }) => {
    await showDesigns(customer, [design({ styleKey: 'pop-art-deluxe' })]);
    await expect(cards(customer).getByRole('heading', { level: 2 })).toHaveText('pop art deluxe Style', {
      useInnerText: true,
    });
  });

  test('optional petName', { tag: '@2' }, async ({ customer }) => {
    await showDesigns(customer, [design({ petName: 'Rex' }), design({ petName: null })]);
    await expect(cards(customer).first().getByText('Rex', { exact: true })).toBeVisible();
    await expect(cards(customer).last().locator('p')).toHaveText(['Mar 4, 2026']);
  });

  test('image or placeholder', { tag: '@2' }, async ({ customer }) => {
    await showDesigns(customer, [design({ status: 'processing' })]);
    await expect(cards(customer).locator('.ui-picture-placeholder')).toBeVisible();
    await expect(cards(customer).locator('img')).toHaveCount(0);
  });

  test(
    'Grid of cards; status values: completed, processing, failed; others are neutral. completed is highlighted, failed is destructive-looking',
    { tag: ['@2', '@4', '@D18'] },
    async ({ customer }) => {
      const statuses = ['completed', 'failed', 'processing', 'pending'];
      await showDesigns(
        customer,
        statuses.map((status) => design({ status })),
      );
      const badges = cards(customer).locator('.ui-badge');
      await expect(badges).toHaveText(statuses);
      const boxes = await Promise.all((await cards(customer).all()).map((card) => card.boundingBox()));
      expect(new Set(boxes.map((box) => box?.x)).size, 'columns').toBeGreaterThan(1);
      expect(new Set(boxes.map((box) => box?.y)).size, 'rows').toBeGreaterThan(1);
      for (const [index, style] of ['default', 'destructive', 'outline', 'outline'].entries())
        await expect(badges.nth(index)).toHaveAttribute('data-variant', style);
    },
  );

  test(
    'Only completed designs with an image may be turned into a product',
    { tag: ['@2', '@4'] },
    async ({ customer }) => {
      const image = { outputImageId: ID, outputImage: { id: ID, url: `/media/${ID}` } };
      await showDesigns(customer, [
        design({ status: 'processing', ...image }),
        design({ status: 'failed', ...image }),
        design({ status: 'completed' }),
      ]);
      await expect(customer.getByRole('link', { name: 'Create Product' })).toHaveCount(0);
    },
  );

  test(
    'Empty: No designs yet, Create your first AI pet artwork to see it here',
    { tag: '@2' },
    async ({ customer }) => {
      await customer.goto('/designs');
      await expect(customer.getByRole('heading', { name: 'No designs yet', exact: true })).toBeVisible();
      await expect(
        customer.getByText('Create your first AI pet artwork to see it here', { exact: true }),
      ).toBeVisible();
    },
  );

  test('link Create Your First Design to /create', { tag: '@2' }, async ({ customer }) => {
    await customer.goto('/designs');
    await customer.getByRole('link', { name: 'Create Your First Design', exact: true }).click();
    await expect(customer).toHaveURL('/create');
  });

  test('6 skeletons while loading', { tag: ['@2', '@9'] }, async ({ customer }) => {
    const release = await hold(customer, CALL);
    await customer.goto('/designs');
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('My Designs');
    await expect(customer.locator('main [data-skeleton]')).toHaveCount(6);
    release();
    await expect(customer.getByText('No designs yet')).toBeVisible();
    await expect(customer.locator('main [data-skeleton]')).toHaveCount(0);
  });

  test('GET /api/designs only when signed in: once when signed in', { tag: '@7' }, async ({ customer }) => {
    const calls = watchCalls(customer);
    await customer.goto('/designs');
    await expect(customer.getByText('No designs yet')).toBeVisible();
    expect(calls.of(CALL)).toHaveLength(1);
  });

  test(
    'Not signed in: redirect at once to /api/login, without a toast; GET /api/designs never for the anonymous',
    { tag: ['@2', '@6', '@7', '@D9'] },
    async ({ passerby, shop }) => {
      await hadSession(passerby, shop);
      await passerby.clock.install();
      const release = await hold(passerby, 'GET /api/user');
      const calls = watchCalls(passerby);
      const toasts = passerby.locator('[data-toast]');
      await passerby.goto('/designs');
      await expect(passerby.getByRole('heading', { level: 1 })).toHaveText('My Designs');
      await stopClock(passerby);
      release();
      const passedMs = await passUntil(passerby, async () => {
        expect(await toasts.count()).toBe(0);
        return calls.of('GET /api/login').length > 0;
      });
      expect(passedMs).toBeLessThan(100);
      expect(calls.of('GET /api/login')[0]?.isNavigationRequest()).toBe(true);
      await passerby.clock.resume();
      await passerby.waitForURL('/auth');
      expect(calls.of(CALL)).toEqual([]);
    },
  );

  test(
    'A list that can’t be loaded shows a sentence and a Retry button, never the empty state',
    { tag: '@D30a' },
    async ({ customer }) => {
      await refuse(customer, CALL, 400, 'Designs are unavailable right now.');
      await customer.goto('/designs');
      const told = customer.getByRole('main').getByRole('alert');
      await expect(told).toContainText('Designs are unavailable right now.');
      await expect(customer.getByText('No designs yet')).toHaveCount(0);
      await answer(customer, CALL, []);
      await told.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(customer.getByText('No designs yet')).toBeVisible();
    },
  );
});
