import type { Locator } from '@playwright/test';
import { expect, onePage, test } from '../support/screens.ts';

test.describe('/', () => {
  const page = onePage(async (opened) => opened.goto('/'));
  const main = (): Locator => page().getByRole('main');
  const section = (heading: RegExp): Locator =>
    main()
      .locator('section')
      .filter({ has: page().getByRole('heading', { level: 2, name: heading }) });

  test('Landing page: the title is the brand', { tag: ['@2', '@D31g'] }, async () => {
    await expect(main().getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page()).toHaveTitle('PetArt');
  });

  test(
    'Hero with two buttons: Create Your Pet Art (to /create) and Browse Products (to /products)',
    { tag: '@2' },
    async () => {
      const hero = main()
        .locator('section')
        .filter({ has: page().getByRole('heading', { level: 1 }) });
      await expect(hero.getByRole('link', { name: 'Create Your Pet Art', exact: true })).toHaveAttribute(
        'href',
        '/create',
      );
      await expect(hero.getByRole('link', { name: 'Browse Products', exact: true })).toHaveAttribute(
        'href',
        '/products',
      );
      await expect(hero.getByRole('link')).toHaveCount(2);
    },
  );

  test('Three-step explainer: upload a photo, choose a style, customize and order', { tag: ['@1', '@2'] }, async () => {
    const steps = section(/three steps/i).getByRole('listitem');
    await expect(steps.getByRole('heading')).toHaveText(['Upload a photo', 'Choose a style', 'Customize and order']);
    await expect(steps).toHaveCount(3);
  });

  test('four style tiles: Cyberpunk, Modern, Minimalistic, Abstract', { tag: ['@1', '@2'] }, async () => {
    const tiles = section(/four styles/i).getByRole('listitem');
    await expect(tiles).toHaveCount(4);
    await expect(tiles).toHaveText([/Cyberpunk/, /Modern/, /Minimalistic/, /Abstract/]);
  });

  test(
    'a why-choose list: AI technology, quality printing, fast shipping, 100% satisfaction guarantee, secure payment, easy customization',
    { tag: ['@1', '@2'] },
    async () => {
      const reasons = section(/why choose/i)
        .getByRole('listitem')
        .getByRole('heading');
      await expect(reasons).toHaveText([
        /^AI technology$/i,
        /^Quality printing$/i,
        /^Fast shipping$/i,
        /^100% satisfaction guarantee$/i,
        /^Secure payment$/i,
        /^Easy customization$/i,
      ]);
    },
  );

  test('closing call to action Start Creating Now (to /create)', { tag: '@2' }, async () => {
    const link = main().getByRole('link', { name: 'Start Creating Now', exact: true });
    await expect(link).toHaveAttribute('href', '/create');
    await expect(main().locator('section').last().getByRole('link')).toHaveText(['Start Creating Now']);
  });
});
