import type { Locator, Page } from '@playwright/test';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import {
  customizeAddress,
  expect,
  expectPicture,
  onePage,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';

const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const product = (page: Page, { title, basePrice }: SoldProduct): Locator =>
  group(page, 'Choose a product').getByRole('radio', { name: `${title}, $${basePrice}`, exact: true });
const option = (page: Page, kind: 'Size' | 'Color', name: string | RegExp): Locator =>
  page.getByRole('group', { name: new RegExp(`^${kind}`) }).getByRole('radio', { name });
const sliders = (page: Page): Locator => page.getByRole('slider');

async function open(page: Page, drawing: Drawing, chosen?: SoldProduct): Promise<void> {
  await page.goto(customizeAddress(drawing));
  await expect(group(page, 'Choose a product')).toBeVisible();
  if (chosen) await product(page, chosen).click();
}

test.describe('/customize', () => {
  test.describe('without a design', () => {
    const page = onePage(async (opened) => opened.goto('/customize'));

    test(
      'Without both parameters: message No design selected. Please generate artwork first.',
      { tag: '@2' },
      async () => {
        await expect(
          page().getByText('No design selected. Please generate artwork first.', { exact: true }),
        ).toBeVisible();
        await expect(sliders(page())).toHaveCount(0);
        await expect(page().getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
      },
    );

    test('with a Create Artwork button to /create', { tag: '@2' }, async () => {
      await page().getByRole('link', { name: 'Create Artwork', exact: true }).click();
      await expect(page()).toHaveURL('/create');
    });
  });

  test(
    'Without both parameters: the message also where one of them is missing or empty',
    { tag: '@2' },
    async ({ artist, drawing }) => {
      for (const query of [
        `imageId=${drawing.imageId}`,
        `imageUrl=${encodeURIComponent(drawing.imageUrl)}`,
        'imageId=&imageUrl=',
      ]) {
        await artist.goto(`/customize?${query}`);
        await expect(
          artist.getByText('No design selected. Please generate artwork first.', { exact: true }),
          query,
        ).toBeVisible();
      }
    },
  );

  test(
    'With both query parameters imageId and imageUrl: a preview of the design',
    { tag: '@2' },
    async ({ artist, drawing }) => {
      await open(artist, drawing);
      await expect(artist).toHaveTitle('Customize · PetArt');
      const preview = artist.getByRole('img', { name: 'Your artwork', exact: true });
      expect(new URL((await preview.getAttribute('src')) ?? '', artist.url()).pathname).toBe(drawing.imageUrl);
      await expectPicture(preview);
    },
  );

  test(
    'the preview shows the design on the chosen product, in the chosen color',
    { tag: '@2' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await expect(artist.getByRole('img', { name: `Your artwork on ${tee.title}`, exact: true })).toHaveAttribute(
        'src',
        tee.imageUrl ?? '',
      );
      await option(artist, 'Color', 'Black').click();
      const inBlack = artist.getByRole('img', { name: `Your artwork on ${tee.title} in Black`, exact: true });
      await expect(inBlack).toBeVisible();
      await expect(inBlack).not.toHaveAttribute('src', tee.imageUrl ?? '');
      await expect(artist.locator(`[data-print-area] img[src^="${drawing.imageUrl}"]`)).toBeVisible();
    },
  );

  test('a product picker', { tag: '@2' }, async ({ artist, drawing, catalogue }) => {
    await open(artist, drawing);
    const radios = group(artist, 'Choose a product').getByRole('radio');
    await expect(radios).toHaveCount(catalogue.length);
    for (const each of catalogue) await expect(product(artist, each)).not.toBeChecked();
    await product(artist, catalogue[3] as SoldProduct).click();
    await expect(group(artist, 'Choose a product').locator('input:checked')).toHaveCount(1);
    await expect(product(artist, catalogue[3] as SoldProduct)).toBeChecked();
  });

  test('Variants load once a product is chosen', { tag: '@4' }, async ({ artist, drawing, tee }) => {
    const calls = watchCalls(artist);
    await open(artist, drawing);
    await expect(artist.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    expect(calls.of('GET /api/products/*')).toEqual([]);
    await product(artist, tee).click();
    await expect(option(artist, 'Size', 'M')).toBeVisible();
    expect(calls.of('GET /api/products/*')).toHaveLength(1);
  });

  test(
    'GET /api/products/{id}/variants: no payload; variants with type and name',
    { tag: '@7' },
    async ({ artist, drawing, tee }) => {
      const calls = watchCalls(artist);
      await open(artist, drawing, tee);
      await expect(option(artist, 'Size', 'M')).toBeVisible();
      const [call] = calls.of(`GET /api/products/${tee.id}/variants`);
      expect(call?.postData()).toBeNull();
      const variants = (await (await call?.response())?.json()) as { type: string; name: string }[];
      for (const { type, name } of variants)
        await expect(option(artist, type === 'size' ? 'Size' : 'Color', new RegExp(`^${name}(, |$)`))).toHaveCount(1);
      await expect(artist.getByRole('group', { name: /^(Size|Color)/ }).getByRole('radio')).toHaveCount(
        variants.length,
      );
    },
  );

  test(
    'optional size and color choices (once the product’s variants load)',
    { tag: '@2' },
    async ({ artist, drawing, tee }) => {
      const release = await hold(artist, 'GET /api/products/*');
      await open(artist, drawing, tee);
      await expect(product(artist, tee)).toBeChecked();
      await expect(artist.getByRole('group', { name: /^(Size|Color)/ })).toHaveCount(0);
      release();
      await expect(option(artist, 'Size', 'M')).not.toBeChecked();
      await expect(option(artist, 'Color', 'Black')).not.toBeChecked();
      await option(artist, 'Size', 'M').click();
      await option(artist, 'Color', 'Black').click();
      await expect(option(artist, 'Size', 'M')).toBeChecked();
      await artist.getByRole('button', { name: 'Clear size' }).click();
      await expect(option(artist, 'Size', 'M')).not.toBeChecked();
      await expect(option(artist, 'Color', 'Black')).toBeChecked();
    },
  );

  test('a product without sizes has no size choice', { tag: '@2' }, async ({ artist, drawing, tag }) => {
    await open(artist, drawing, tag);
    await expect(artist.getByRole('group', { name: /^Color/ })).toBeVisible();
    await expect(artist.getByRole('group', { name: /^Size/ })).toHaveCount(0);
  });

  test(
    'choosing a product clears the selected size and color',
    { tag: '@4' },
    async ({ artist, drawing, tee, catalogue }) => {
      const hoodie = catalogue.find(({ title }) => title === 'Cosy Pullover Hoodie') as SoldProduct;
      await open(artist, drawing, tee);
      await option(artist, 'Size', 'M').click();
      await option(artist, 'Color', 'Black').click();
      await product(artist, hoodie).click();
      await expect(artist.getByRole('img', { name: `Your artwork on ${hoodie.title}`, exact: true })).toBeVisible();
      await expect(option(artist, 'Size', 'M')).toBeVisible();
      await expect(artist.getByRole('group', { name: /^(Size|Color)/ }).locator('input:checked')).toHaveCount(0);
      await product(artist, tee).click();
      await expect(option(artist, 'Color', 'Black')).toBeVisible();
      await expect(artist.getByRole('group', { name: /^(Size|Color)/ }).locator('input:checked')).toHaveCount(0);
    },
  );

  test(
    '/customize shows the unit price of the choice as soon as it differs from the base price',
    { tag: ['@D20', '@D31d'] },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await option(artist, 'Size', 'M').click();
      await expect(artist.getByText('$24.00', { exact: true }).last()).toBeVisible();
      await expect(artist.getByText(/^Base price/)).toHaveCount(0);
      await option(artist, 'Size', '2XL, +$2.00').click();
      await expect(artist.getByText('$26.00', { exact: true }).last()).toBeVisible();
      await expect(artist.getByText('Base price $24.00', { exact: true })).toBeVisible();
    },
  );

  test(
    'Products that can’t be loaded: a sentence and a Retry button, never an empty picker',
    { tag: '@D30a' },
    async ({ artist, drawing, tee }) => {
      await refuse(
        artist,
        'GET /api/products',
        503,
        'The catalogue is unavailable right now. Please try again in a moment.',
      );
      await artist.goto(customizeAddress(drawing));
      await expect(
        artist.getByText('The catalogue is unavailable right now. Please try again in a moment.', { exact: true }),
      ).toBeVisible();
      await expect(group(artist, 'Choose a product')).toHaveCount(0);
      await letThrough(artist);
      await artist.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(product(artist, tee)).toBeVisible();
    },
  );

  test(
    'Sizes and colors that can’t be loaded: a sentence and a Retry button, never a product without choices',
    { tag: '@D30a' },
    async ({ artist, drawing, tee }) => {
      await refuse(
        artist,
        `GET /api/products/${tee.id}/variants`,
        400,
        'Sizes and colors are not to be had right now.',
      );
      await open(artist, drawing, tee);
      const told = artist.getByRole('main').getByRole('alert');
      await expect(told).toContainText('Sizes and colors are not to be had right now.');
      await expect(artist.getByRole('group', { name: /^(Size|Color)/ })).toHaveCount(0);
      await letThrough(artist);
      await told.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(option(artist, 'Size', 'M')).toBeVisible();
      await expect(told).toHaveCount(0);
    },
  );
});
