import type { Dialog, Locator, Page } from '@playwright/test';
import { answer, letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, must, onePageOf, test, theAdmin } from '../support/people.ts';
import { allProducts, type MadeProduct, newProduct } from '../support/products.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const LIST = 'GET /api/admin/products';
const STATS = 'GET /api/admin/stats';

const cards = (page: Page): Locator => page.getByRole('list', { name: /^Products/ }).getByRole('listitem');
const cardOf = (page: Page, { title }: MadeProduct): Locator => cards(page).filter({ hasText: title });
const deleteButton = (page: Page, { title }: MadeProduct): Locator =>
  page.getByRole('button', { name: `Delete ${title}`, exact: true });

/** Answers the browser's own question that the act brings up; tells what was asked. */
async function confirming(
  page: Page,
  respond: (dialog: Dialog) => Promise<void>,
  act: () => Promise<void>,
): Promise<[type: string, message: string][]> {
  const asked: [string, string][] = [];
  const onDialog = (dialog: Dialog): void => {
    asked.push([dialog.type(), dialog.message()]);
    void respond(dialog);
  };
  page.on('dialog', onDialog);
  await act();
  page.off('dialog', onDialog);
  return asked;
}

/** Opens the dashboard first, so that its figures are among what the page holds; then the products. */
async function openProducts(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('tabpanel')).toContainText('Revenue');
  await page.getByRole('tab', { name: 'Products' }).click();
  await expect(cards(page).first()).toBeVisible();
}

test.describe('/admin, Products', () => {
  test.describe('opened', () => {
    let product: MadeProduct;
    const page = onePageOf(theAdmin, async (tab, shop) => {
      product = await newProduct(shop);
      await tab.goto('/admin?tab=products');
    });

    test('list with title, description, price, category', { tag: ['@2', '@9'] }, async () => {
      const card = cardOf(page(), product);
      await expect(card.getByText(product.title, { exact: true })).toBeVisible();
      await expect(card.getByText('Warm, wide and washable.', { exact: true })).toBeVisible();
      await expect(card.getByText('$49.90', { exact: true })).toBeVisible();
      await expect(card.locator('.ui-badge')).toHaveText(['Hoodie']);
    });

    test('an edit action, an Activate/Deactivate toggle, and delete', { tag: '@2' }, async () => {
      const card = cardOf(page(), product);
      await expect(card.getByRole('button', { name: `Edit ${product.title}`, exact: true })).toBeVisible();
      await expect(card.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible();
      await expect(deleteButton(page(), product)).toBeVisible();
    });

    test('Lists are newest first', { tag: '@D30a' }, async () => {
      await expect(cards(page()).first()).toContainText(product.title);
    });
  });

  test.describe('changed', () => {
    const made: MadeProduct[] = [];
    const product = (index: number): MadeProduct => made[index] as MadeProduct;
    const page = onePageOf(theAdmin, async (tab, shop) => {
      for (let count = 0; count < 6; count += 1) made.push(await newProduct(shop));
      await openProducts(tab);
    });
    test.afterEach(() => letThrough(page()));
    const refetched = () =>
      page().waitForResponse(
        (answered) => answered.request().method() === 'GET' && new URL(answered.url()).pathname === LIST.slice(4),
      );

    test(
      'Product update failure: Update failed, Could not update product; not retried',
      { tag: ['@8', '@7'] },
      async () => {
        const call = `PATCH /api/admin/products/${product(0).id}` as const;
        await refuse(page(), call, 503, 'The catalogue is unavailable right now.');
        const calls = watchCalls(page());
        await cardOf(page(), product(0)).getByRole('button', { name: 'Deactivate' }).click();
        await expectFailure(page(), 'Update failed', 'Could not update product');
        await expect(cardOf(page(), product(0)).getByRole('button', { name: 'Deactivate', exact: true })).toBeEnabled();
        expect(calls.of(call)).toHaveLength(1);
      },
    );

    test('Product updated', { tag: '@8' }, async () => {
      await cardOf(page(), product(1)).getByRole('button', { name: 'Deactivate' }).click();
      await expectToast(page(), 'Product updated');
    });

    for (const { label, back, active } of [
      { label: 'Deactivate', back: 'Activate', active: false },
      { label: 'Activate', back: 'Deactivate', active: true },
    ]) {
      test(
        `PATCH /api/admin/products/{id} {active}: ${label} toggles the active flag; list refetched`,
        { tag: ['@4', '@7'] },
        async ({ shop }) => {
          const calls = watchCalls(page());
          const again = refetched();
          await cardOf(page(), product(2)).getByRole('button', { name: label, exact: true }).click();
          await expect(cardOf(page(), product(2)).getByRole('button', { name: back, exact: true })).toBeEnabled();
          expect((await again).ok()).toBe(true);
          expect(calls.bodies(`PATCH /api/admin/products/${product(2).id}`)).toEqual([{ active }]);
          expect((await allProducts(shop)).find(({ id }) => id === product(2).id)?.active).toBe(active);
        },
      );
    }

    test(
      'delete (browser confirm: Are you sure you want to delete this product?); nothing is sent where that is declined',
      { tag: '@2' },
      async ({ shop }) => {
        const calls = watchCalls(page());
        const asked = await confirming(
          page(),
          (dialog) => dialog.dismiss(),
          () => deleteButton(page(), product(3)).click(),
        );
        expect(asked).toEqual([['confirm', 'Are you sure you want to delete this product?']]);
        await expect(cardOf(page(), product(3))).toBeVisible();
        expect((await allProducts(shop)).some(({ id }) => id === product(3).id)).toBe(true);
        expect(calls.of('DELETE /api/admin/products/*')).toEqual([]);
      },
    );

    test(
      'Product delete failure: Delete failed, Could not delete product; not retried',
      { tag: ['@8', '@7'] },
      async () => {
        const call = `DELETE /api/admin/products/${product(3).id}` as const;
        await refuse(page(), call, 503, 'The catalogue is unavailable right now.');
        const calls = watchCalls(page());
        await confirming(
          page(),
          (dialog) => dialog.accept(),
          () => deleteButton(page(), product(3)).click(),
        );
        await expectFailure(page(), 'Delete failed', 'Could not delete product');
        await expect(cardOf(page(), product(3))).toBeVisible();
        expect(calls.of(call)).toHaveLength(1);
      },
    );

    test('Product deleted; DELETE /api/admin/products/{id} without a body', { tag: ['@8', '@7'] }, async ({ shop }) => {
      const calls = watchCalls(page());
      await confirming(
        page(),
        (dialog) => dialog.accept(),
        () => deleteButton(page(), product(4)).click(),
      );
      await expectToast(page(), 'Product deleted');
      await expect(cardOf(page(), product(4))).toHaveCount(0);
      expect(
        calls.of('DELETE /api/admin/products/*').map((sent) => [new URL(sent.url()).pathname, sent.postData()]),
      ).toEqual([[`/api/admin/products/${product(4).id}`, null]]);
      expect((await allProducts(shop)).some(({ id }) => id === product(4).id)).toBe(false);
    });

    test('after a deletion list and stats refetched', { tag: '@7' }, async () => {
      const asked = [
        refetched(),
        page().waitForResponse((answered) => new URL(answered.url()).pathname === STATS.slice(4)),
      ];
      await confirming(
        page(),
        (dialog) => dialog.accept(),
        () => deleteButton(page(), product(5)).click(),
      );
      for (const answered of await Promise.all(asked)) expect(answered.ok()).toBe(true);
      await expect(cardOf(page(), product(5))).toHaveCount(0);
    });
  });

  test(
    'Products sent to shoppers are the active ones; admins see all',
    { tag: '@D19' },
    async ({ admin, anonymous, shop }) => {
      const product = await newProduct(shop);
      await must((await theAdmin(shop)).api.patch(`/api/admin/products/${product.id}`, { data: { active: false } }));
      await admin.goto('/admin?tab=products');
      await expect(cardOf(admin, product).getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
      await anonymous.goto('/products');
      await expect(anonymous.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(anonymous.getByText(product.title)).toHaveCount(0);
    },
  );

  test('Empty: No products yet', { tag: '@2' }, async ({ admin }) => {
    await answer(admin, LIST, []);
    await admin.goto('/admin?tab=products');
    await expect(admin.getByRole('heading', { name: 'No products yet', exact: true })).toBeVisible();
  });

  test('with button Add Your First Product', { tag: '@2' }, async ({ admin }) => {
    await answer(admin, LIST, []);
    await admin.goto('/admin?tab=products');
    await admin.getByRole('button', { name: 'Add Your First Product', exact: true }).click();
    await expect(admin.getByRole('dialog', { name: 'Add New Product', exact: true })).toBeVisible();
  });
});
