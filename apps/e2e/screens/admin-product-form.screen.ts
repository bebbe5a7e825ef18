import type { Locator, Page } from '@playwright/test';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, onePageOf, test, theAdmin } from '../support/people.ts';
import { allProducts, type MadeProduct, newProduct, newTitle } from '../support/products.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const CREATE = 'POST /api/admin/products';
const LIST = 'GET /api/admin/products';
const STATS = 'GET /api/admin/stats';

const adding = (page: Page): Locator => page.getByRole('dialog', { name: 'Add New Product', exact: true });
const editing = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Product', exact: true });
const field = (dialog: Locator, label: string): Locator => dialog.getByLabel(label, { exact: true });
const submit = (dialog: Locator): Locator => dialog.locator('form button[type=submit]').first();

async function openNew(page: Page): Promise<Locator> {
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: 'Add Product', exact: true }).click();
  await expect(adding(page)).toBeVisible();
  return adding(page);
}

async function openEdit(page: Page, { title }: MadeProduct): Promise<Locator> {
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  await expect(field(editing(page), 'Title')).toHaveValue(title);
  return editing(page);
}

test.describe('/admin, the product’s dialog', () => {
  test.describe('opened', () => {
    const page = onePageOf(theAdmin, (tab) => openNew(tab));

    test('Add Product opens a dialog titled Add New Product', { tag: '@2' }, async () => {
      await expect(adding(page()).getByRole('heading', { name: 'Add New Product', exact: true })).toBeVisible();
    });

    test(
      'with fields: title, description, category, base price, image URL, mockup template URL',
      { tag: '@2' },
      async () => {
        const labels = await adding(page()).locator('label.ui-label').allInnerTexts();
        expect(labels.slice(0, 6)).toEqual([
          'Title',
          'Description',
          'Category',
          'Base Price',
          'Image URL',
          'Mockup Template URL',
        ]);
        await expect(field(adding(page()), 'Description').and(page().locator('textarea'))).toBeVisible();
      },
    );

    test('category (select: tshirt, hoodie, phone-case, pet-tag)', { tag: ['@2', '@9'] }, async () => {
      const options = field(adding(page()), 'Category').locator('option');
      await expect(options).toHaveCount(4);
      for (const [index, category] of ['tshirt', 'hoodie', 'phone-case', 'pet-tag'].entries())
        await expect(options.nth(index)).toHaveAttribute('value', category);
    });

    test('base price (number, step 0.01, default 0)', { tag: ['@2', '@9'] }, async () => {
      const price = field(adding(page()), 'Base Price');
      await expect(price).toHaveAttribute('type', 'number');
      await expect(price).toHaveAttribute('step', '0.01');
      await expect(price).toHaveValue('0');
    });

    test('image URL (optional), mockup template URL (optional)', { tag: '@2' }, async () => {
      for (const label of ['Image URL', 'Mockup Template URL'])
        await expect(field(adding(page()), label)).toHaveAccessibleDescription(/^Optional/);
    });

    test('Submit reads Create Product', { tag: '@2' }, async () => {
      await expect(submit(adding(page()))).toHaveText('Create Product');
    });
  });

  test('Edit Product when editing; Submit reads Update Product', { tag: '@2' }, async ({ admin, shop }) => {
    const product = await newProduct(shop);
    const dialog = await openEdit(admin, product);
    await expect(dialog.getByRole('heading', { name: 'Edit Product', exact: true })).toBeVisible();
    await expect(submit(dialog)).toHaveText('Update Product');
    await expect(field(dialog, 'Description')).toHaveValue('Warm, wide and washable.');
    await expect(field(dialog, 'Category')).toHaveValue('hoodie');
    await expect(field(dialog, 'Base Price')).toHaveValue('49.90');
  });

  test(
    'Product created; POST /api/admin/products with the product form fields',
    { tag: ['@8', '@7'] },
    async ({ admin, shop }) => {
      const title = newTitle();
      const calls = watchCalls(admin);
      const dialog = await openNew(admin);
      await field(dialog, 'Title').fill(title);
      await field(dialog, 'Description').fill('Soft.');
      await field(dialog, 'Category').selectOption('pet-tag');
      await field(dialog, 'Base Price').fill('12.5');
      await field(dialog, 'Image URL').fill('https://pictures.example.com/tag.png');
      await field(dialog, 'Mockup Template URL').fill('https://pictures.example.com/tag-template.png');
      await submit(dialog).click();
      await expectToast(admin, 'Product created');
      await expect(dialog).toHaveCount(0);
      await expect(admin.getByRole('list', { name: /^Products/ }).getByText(title, { exact: true })).toBeVisible();
      const [body] = calls.bodies(CREATE);
      const form = {
        title,
        description: 'Soft.',
        category: 'pet-tag',
        basePrice: '12.50',
        imageUrl: 'https://pictures.example.com/tag.png',
        mockupTemplateUrl: 'https://pictures.example.com/tag-template.png',
        active: true,
      };
      expect(body).toMatchObject(form);
      expect((await allProducts(shop)).find((product) => product.title === title)).toMatchObject(form);
    },
  );

  test('description and the two URLs optional; active by default', { tag: ['@5', '@3'] }, async ({ admin, shop }) => {
    const title = newTitle();
    const dialog = await openNew(admin);
    await field(dialog, 'Title').fill(title);
    await submit(dialog).click();
    await expectToast(admin, 'Product created');
    const product = (await allProducts(shop)).find((one) => one.title === title);
    expect(product).toMatchObject({
      description: null,
      category: 'tshirt',
      basePrice: '0.00',
      imageUrl: null,
      mockupTemplateUrl: null,
      active: true,
    });
  });

  test('after it list and stats refetched', { tag: '@7' }, async ({ admin }) => {
    await admin.goto('/admin');
    await expect(admin.getByRole('tabpanel')).toContainText('Revenue');
    await admin.getByRole('tab', { name: 'Products' }).click();
    await expect(
      admin
        .getByRole('list', { name: /^Products/ })
        .getByRole('listitem')
        .first(),
    ).toBeVisible();
    await admin.getByRole('button', { name: 'Add Product', exact: true }).click();
    const calls = watchCalls(admin);
    await field(adding(admin), 'Title').fill(newTitle());
    await submit(adding(admin)).click();
    await expectToast(admin, 'Product created');
    await expect.poll(() => [calls.of(LIST).length, calls.of(STATS).length]).toEqual([1, 1]);
  });

  test(
    'Product updated; PATCH /api/admin/products/{id} with the product form fields; list refetched',
    { tag: ['@8', '@7'] },
    async ({ admin, shop }) => {
      const product = await newProduct(shop);
      const title = newTitle();
      const dialog = await openEdit(admin, product);
      const calls = watchCalls(admin);
      await field(dialog, 'Title').fill(title);
      await field(dialog, 'Base Price').fill('55');
      await submit(dialog).click();
      await expectToast(admin, 'Product updated');
      await expect(dialog).toHaveCount(0);
      expect(calls.bodies(`PATCH /api/admin/products/${product.id}`)).toEqual([
        expect.objectContaining({ title, description: product.description, category: 'hoodie', basePrice: '55.00' }),
      ]);
      await expect.poll(() => calls.of(LIST).length).toBe(1);
      await expect(admin.getByRole('list', { name: /^Products/ }).getByText(title, { exact: true })).toBeVisible();
    },
  );

  test.describe('a new one, refused', () => {
    const page = onePageOf(theAdmin, openNew);
    test.afterEach(() => letThrough(page()));

    test('and Saving... while sending', { tag: '@2' }, async () => {
      await refuse(page(), CREATE, 503, 'The catalogue is unavailable right now.');
      const release = await hold(page(), CREATE);
      await field(adding(page()), 'Title').fill('Cosy Blanket');
      await submit(adding(page())).click();
      await expect(submit(adding(page()))).toHaveText('Saving...');
      await expect(submit(adding(page()))).toBeDisabled();
      release();
      await expect(submit(adding(page()))).toHaveText('Create Product');
    });

    for (const { name, label, text } of [
      { name: 'title', label: 'Title', text: '   ' },
      { name: 'basePrice', label: 'Base Price', text: '' },
    ]) {
      test(`${name} required`, { tag: '@5' }, async () => {
        const calls = watchCalls(page());
        await field(adding(page()), 'Title').fill('Cosy Blanket');
        await field(adding(page()), 'Base Price').fill('1');
        await field(adding(page()), label).fill(text);
        await submit(adding(page())).click();
        await expect(field(adding(page()), label)).toHaveAttribute('aria-invalid', 'true');
        await expect(adding(page()).locator('.ui-field-error')).toHaveCount(1);
        expect(calls.of(CREATE)).toEqual([]);
      });
    }

    test(
      'Product create failure: Creation failed, Could not create product; not retried, and what was typed stays',
      { tag: ['@8', '@7'] },
      async () => {
        await page().goto('/admin?tab=products&product=new');
        await refuse(page(), CREATE, 503, 'The catalogue is unavailable right now.');
        const calls = watchCalls(page());
        await field(adding(page()), 'Title').fill('Cosy Blanket');
        await submit(adding(page())).click();
        await expectFailure(page(), 'Creation failed', 'Could not create product');
        await expect(field(adding(page()), 'Title')).toHaveValue('Cosy Blanket');
        expect(calls.of(CREATE)).toHaveLength(1);
      },
    );
  });

  test(
    'Product update failure: Update failed, Could not update product; Saving... until then',
    { tag: ['@8', '@2'] },
    async ({ admin, shop }) => {
      const product = await newProduct(shop);
      const call = `PATCH /api/admin/products/${product.id}` as const;
      await refuse(admin, call, 503, 'The catalogue is unavailable right now.');
      const release = await hold(admin, call);
      const dialog = await openEdit(admin, product);
      await field(dialog, 'Title').fill('Another');
      await submit(dialog).click();
      await expect(submit(dialog)).toHaveText('Saving...');
      release();
      await expectFailure(admin, 'Update failed', 'Could not update product');
      await expect(submit(dialog)).toHaveText('Update Product');
      await expect(field(dialog, 'Title')).toHaveValue('Another');
    },
  );
});
