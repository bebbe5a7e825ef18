import type { Locator, Page } from '@playwright/test';
import { answer, change, hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, test } from '../support/people.ts';
import { changeProduct, customizeAddress, expectPicture, onePage, type SoldProduct } from '../support/screens.ts';

const cards = (page: Page): Locator => page.getByRole('main').getByRole('listitem');
const card = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const BADGES: Record<string, string> = {
  tshirt: 'T-Shirt',
  hoodie: 'Hoodie',
  'phone-case': 'Phone Case',
  'pet-tag': 'Pet Tag',
};

/** How many lines of text are seen, and how many there are to see. */
const lines = (text: Locator): Promise<{ seen: number; all: number }> =>
  text.evaluate((element) => {
    const style = (
      globalThis as unknown as { getComputedStyle: (of: typeof element) => { lineHeight: string } }
    ).getComputedStyle(element);
    const line = Number.parseFloat(style.lineHeight);
    const { clientHeight, scrollHeight } = element as unknown as { clientHeight: number; scrollHeight: number };
    return { seen: Math.round(clientHeight / line), all: Math.round(scrollHeight / line) };
  });

test.describe('/products', () => {
  test.describe('loaded', () => {
    const page = onePage(async (opened) => {
      await opened.goto('/products');
      await expect(cards(opened).first()).toBeVisible();
    });

    test('Heading Our Products', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { level: 1 })).toHaveText('Our Products');
      await expect(page()).toHaveTitle('Our Products · PetArt');
    });

    test('Grid of cards', { tag: '@2' }, async ({ catalogue }) => {
      await expect(cards(page())).toHaveCount(catalogue.length);
      const [first, second] = await Promise.all([
        cards(page()).nth(0).boundingBox(),
        cards(page()).nth(1).boundingBox(),
      ]);
      expect(second?.y).toBe(first?.y);
      expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    });

    test('Products are shown newest first', { tag: '@D19' }, async ({ artist, catalogue, ownProduct }) => {
      await artist.goto('/products');
      const earlier = catalogue.filter(({ id }) => id !== ownProduct.id);
      await expect(cards(artist).getByRole('heading')).toHaveText([ownProduct, ...earlier].map(({ title }) => title));
    });

    test('Each card: image', { tag: '@2' }, async ({ catalogue, tee }) => {
      for (const { title, imageUrl } of catalogue) {
        // What another site does not give becomes the placeholder.
        if (imageUrl?.startsWith('/'))
          await expect(card(page(), title).locator('img')).toHaveAttribute('src', imageUrl);
      }
      await card(page(), tee.title).scrollIntoViewIfNeeded();
      await expectPicture(card(page(), tee.title).locator('img'));
    });

    test('Each card: category badge', { tag: ['@2', '@9'] }, async ({ catalogue }) => {
      expect(new Set(catalogue.map(({ category }) => category))).toEqual(new Set(Object.keys(BADGES)));
      for (const { title, category } of catalogue)
        await expect(card(page(), title).locator('.ui-badge')).toHaveText(BADGES[category] ?? '');
    });

    test('Each card: title', { tag: '@2' }, async ({ catalogue }) => {
      for (const { title } of catalogue) await expect(card(page(), title)).toBeVisible();
    });

    test('Each card: description clamped to two lines', { tag: '@2' }, async ({ catalogue }) => {
      for (const { title, description } of catalogue) {
        if (!description) continue;
        const text = card(page(), title).getByText(description, { exact: true });
        const { seen, all } = await lines(text);
        expect(seen).toBeLessThanOrEqual(2);
        if (title === 'Classic Pet Portrait Tee') expect([seen, all > 2]).toEqual([2, true]);
      }
    });

    test(
      'Each card: price as a dollar sign plus basePrice with two decimals',
      { tag: ['@2', '@9'] },
      async ({ catalogue }) => {
        for (const { title, basePrice } of catalogue)
          await expect(card(page(), title).getByText(`$${basePrice}`, { exact: true })).toBeVisible();
        await expect(card(page(), 'Bone Pet Tag').getByText('$13.50', { exact: true })).toBeVisible();
      },
    );

    test('Each card: a Customize button to /create', { tag: '@2' }, async ({ catalogue }) => {
      for (const { title } of catalogue)
        await expect(card(page(), title).getByRole('link', { name: 'Customize', exact: true })).toHaveAttribute(
          'href',
          '/create',
        );
      await card(page(), 'Bone Pet Tag').getByRole('link', { name: 'Customize' }).click();
      await expect(page()).toHaveURL('/create');
    });
  });

  test('8 skeleton cards while loading', { tag: ['@2', '@9'] }, async ({ anonymous }) => {
    const release = await hold(anonymous, 'GET /api/products');
    await anonymous.goto('/products');
    await expect(anonymous.getByRole('heading', { name: 'Our Products' })).toBeVisible();
    await expect(anonymous.locator('[data-skeleton]')).toHaveCount(8);
    release();
    await expect(cards(anonymous).first()).toBeVisible();
    await expect(anonymous.getByRole('main').locator('[data-skeleton]')).toHaveCount(0);
  });

  test('Each card: or placeholder icon', { tag: '@2' }, async ({ anonymous }) => {
    await change(anonymous, 'GET /api/products', (products: SoldProduct[]) => {
      const [one, other] = products.filter(({ imageUrl }) => imageUrl);
      return [{ ...one, imageUrl: null }, other];
    });
    await anonymous.goto('/products');
    await expect(cards(anonymous).nth(1).locator('img')).toHaveCount(1);
    await expect(cards(anonymous).nth(0).locator('img')).toHaveCount(0);
    await expect(cards(anonymous).nth(0).getByRole('img').locator('svg')).toBeVisible();
  });

  test(
    'Empty state: No Products Yet, with text that products appear once added by administrators',
    { tag: '@2' },
    async ({ anonymous }) => {
      await answer(anonymous, 'GET /api/products', []);
      await anonymous.goto('/products');
      await expect(anonymous.getByRole('heading', { name: 'No Products Yet', exact: true })).toBeVisible();
      await expect(
        anonymous.getByText('Products will appear here once they are added by administrators.', { exact: true }),
      ).toBeVisible();
    },
  );

  test('GET /api/products: no payload, the list of products', { tag: '@7' }, async ({ anonymous }) => {
    const calls = watchCalls(anonymous);
    await anonymous.goto('/products');
    await expect(cards(anonymous).first()).toBeVisible();
    const [call, ...more] = calls.of('GET /api/products');
    expect(more).toEqual([]);
    expect(call?.postData()).toBeNull();
    expect(await call?.headerValue('content-type')).toBeNull();
  });

  test(
    'A list that can’t be loaded shows a sentence and a Retry button, never the empty state',
    { tag: '@D30a' },
    async ({ anonymous }) => {
      await refuse(
        anonymous,
        'GET /api/products',
        503,
        'The catalogue is unavailable right now. Please try again in a moment.',
      );
      await anonymous.goto('/products');
      await expect(
        anonymous.getByText('The catalogue is unavailable right now. Please try again in a moment.', { exact: true }),
      ).toBeVisible();
      await expect(anonymous.getByText('No Products Yet')).toHaveCount(0);
      await letThrough(anonymous);
      await anonymous.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(cards(anonymous).first()).toBeVisible();
    },
  );

  test(
    'Products sent to shoppers are the active ones',
    { tag: ['@4', '@D19'] },
    async ({ artist, office, ownProduct }) => {
      await artist.goto('/products');
      await expect(card(artist, ownProduct.title)).toBeVisible();
      await expect(cards(artist).first().getByRole('heading')).toHaveText(ownProduct.title);
      await changeProduct(office, ownProduct, { active: false });
      await artist.reload();
      await expect(cards(artist).first()).toBeVisible();
      await expect(card(artist, ownProduct.title)).toHaveCount(0);
    },
  );

  test(
    'Customize remembers the product, and /customize preselects it',
    { tag: '@D31b' },
    async ({ artist, drawing, tag }) => {
      await artist.goto('/products');
      await card(artist, tag.title).getByRole('link', { name: 'Customize' }).click();
      await expect(artist).toHaveURL('/create');
      await artist.goto(customizeAddress(drawing));
      await expect(artist.getByRole('radio', { name: `${tag.title}, $${tag.basePrice}`, exact: true })).toBeChecked();
    },
  );
});
