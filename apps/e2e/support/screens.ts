import {
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { throwFaults, watchFaults } from './faults.ts';
import { inKeptTab } from './kept-tab.ts';
import { petPhoto } from './pet-photo.ts';
import { shopTest } from './shop.ts';

export { expect } from '@playwright/test';

/** A photo, the artwork drawn of it, and the session of the guest it belongs to. */
export interface Drawing {
  imageId: string;
  imageUrl: string;
  photoUrl: string;
  session: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

export interface SoldProduct {
  id: string;
  title: string;
  description: string | null;
  category: string;
  basePrice: string;
  imageUrl: string | null;
  /** In fractions of the picture. */
  pictureArea: { x: number; y: number; width: number; height: number };
}

export interface CartLine {
  product: SoldProduct;
  selections?: { size?: string; color?: string };
  designConfig?: { x: number; y: number; scale: number; rotation: number };
  quantity?: number;
}

export async function posted<Answer>(request: APIRequestContext, path: string, data?: unknown): Promise<Answer> {
  const answer = await request.post(path, { data });
  expect(answer.ok(), `POST ${path}: ${answer.status()}: ${answer.ok() ? '' : await answer.text()}`).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
}

/** Uploads and draws for whoever's cookies the request has, and waits until it can be bought. */
export async function draw(request: APIRequestContext): Promise<Drawing> {
  const upload = await request.post('/api/upload', { multipart: { image: await petPhoto('#c49a6c') } });
  const { url: photoUrl } = (await upload.json()) as { url: string };
  const { outputImageId, outputImage } = await posted<{ outputImageId: string; outputImage: { url: string } }>(
    request,
    '/api/generate',
    { imageUrl: photoUrl, styleKey: 'modern' },
  );
  const products = (await (await request.get('/api/products')).json()) as SoldProduct[];
  for (const product of products) await canBeBought(request, product, outputImageId);
  await emptyCart(request);
  return { imageId: outputImageId, imageUrl: outputImage.url, photoUrl, session: await request.storageState() };
}

export async function emptyCart(request: APIRequestContext): Promise<void> {
  const { items } = (await (await request.get('/api/cart')).json()) as { items: { id: string }[] };
  // One that was just paid for may go by itself meanwhile.
  for (const { id } of items) await request.delete(`/api/cart/${id}`);
}

export async function fillCart(
  request: APIRequestContext,
  { imageId }: Pick<Drawing, 'imageId'>,
  lines: readonly CartLine[],
): Promise<void> {
  for (const { product, selections = {}, designConfig, quantity = 1 } of lines) {
    await posted(request, '/api/cart', {
      productId: product.id,
      generatedImageId: imageId,
      variantSelections: selections,
      designConfig,
      quantity,
    });
  }
}

interface TestFixtures {
  /**
   * A tab of a guest who has an artwork, and nothing in the cart. Browser and session are kept, so that a tab finds the shop's scripts in the
   * cache: not for tests that touch the clock or sign in.
   */
  artist: Page;
  /** The same guest in a browser of its own. */
  artistAlone: Page;
  /** A tab of a customer who is signed in, with an artwork and nothing in the cart; kept likewise. */
  member: Page;
  /** An admin's calls. */
  office: APIRequestContext;
  /** What the shop sells now, newest first. */
  catalogue: SoldProduct[];
  /** A product of this test alone, at 30.00, which the office may change; a pet tag, whose print file is the quickest to make. Gone afterwards. */
  ownProduct: SoldProduct;
}
interface WorkerFixtures {
  /** A guest's. */
  drawing: Drawing;
  /** A customer's, and the account. */
  memberDrawing: Drawing & { email: string };
  artistBrowser: BrowserContext;
  memberBrowser: BrowserContext;
  tee: SoldProduct;
  tag: SoldProduct;
}

const VIEWPORT = { width: 1280, height: 900 };

const browserWith = (browser: Browser, baseURL: string, { session }: Drawing): Promise<BrowserContext> =>
  browser.newContext({ baseURL, storageState: session, viewport: VIEWPORT });

async function withEmptyCart(
  context: BrowserContext,
  testInfo: TestInfo,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  await emptyCart(context.request);
  await inKeptTab(context, testInfo, use);
}

export const test = shopTest.extend<TestFixtures, WorkerFixtures>({
  drawing: [
    async ({ playwright, shop }, use) => {
      const request = await playwright.request.newContext({ baseURL: shop.url });
      await use(await draw(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  memberDrawing: [
    async ({ playwright, shop }, use) => {
      const request = await playwright.request.newContext({ baseURL: shop.url });
      const email = await register(request);
      await use({ ...(await draw(request)), email });
      await request.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  artistBrowser: [
    async ({ browser, shop, drawing }, use) => {
      const context = await browserWith(browser, shop.url, drawing);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  memberBrowser: [
    async ({ browser, shop, memberDrawing }, use) => {
      const context = await browserWith(browser, shop.url, memberDrawing);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  catalogue: async ({ shop }, use) => use(await sold(shop)),
  tee: [async ({ shop }, use) => use(titled(await sold(shop), 'Classic Pet Portrait Tee')), { scope: 'worker' }],
  tag: [async ({ shop }, use) => use(titled(await sold(shop), 'Bone Pet Tag')), { scope: 'worker' }],
  artist: async ({ artistBrowser }, use, testInfo) => withEmptyCart(artistBrowser, testInfo, use),
  member: async ({ memberBrowser }, use, testInfo) => withEmptyCart(memberBrowser, testInfo, use),
  artistAlone: async ({ visitor, drawing }, use) => {
    await visitor.context().addCookies(drawing.session.cookies);
    await emptyCart(visitor.request);
    await use(visitor);
  },
  office: async ({ playwright, shop }, use) => {
    const request = await playwright.request.newContext({ baseURL: shop.url });
    await posted(request, '/api/login', { email: shop.adminEmail, password: shop.adminPassword });
    await use(request);
    await request.dispose();
  },
  ownProduct: async ({ artistBrowser, office, drawing }, use) => {
    const product = await posted<SoldProduct>(office, '/api/admin/products', {
      title: `Blanket ${crypto.randomUUID().slice(0, 8)}`,
      category: 'pet-tag',
      basePrice: '30.00',
    });
    await canBeBought(artistBrowser.request, product, drawing.imageId);
    await emptyCart(artistBrowser.request);
    await use(product);
    await office.delete(`/api/admin/products/${product.id}`);
  },
});

/** A cart hears of a new product, and of a new artwork, a moment later. */
async function canBeBought(request: APIRequestContext, { id }: SoldProduct, imageId: string): Promise<void> {
  await expect
    .poll(async () =>
      (await request.post('/api/cart', { data: { productId: id, generatedImageId: imageId } })).status(),
    )
    .toBe(200);
}

const sold = async ({ url }: Stack): Promise<SoldProduct[]> =>
  (await (await fetch(new URL('/api/products', url))).json()) as SoldProduct[];

function titled(catalogue: readonly SoldProduct[], title: string): SoldProduct {
  const product = catalogue.find((each) => each.title === title);
  if (!product) throw new Error(`The shop does not sell ${title}`);
  return product;
}

/** For tests that only look: one page of a visitor for all of a describe, opened once. */
export function onePage(open: (page: Page) => Promise<unknown>): () => Page {
  let page: Page | undefined;
  let faults: string[] = [];
  test.beforeAll(async ({ browser, shop }) => {
    page = await browser.newPage({ baseURL: shop.url, viewport: VIEWPORT });
    faults = watchFaults(page);
    await open(page);
  });
  test.afterAll(async () => {
    await page?.context().close();
    throwFaults(faults);
  });
  return () => page as Page;
}

/** The same for the guest who has an artwork, and nothing in the cart. */
export function oneArtistPage(
  open: (page: Page, given: Pick<WorkerFixtures, 'drawing' | 'tee' | 'tag'>) => Promise<unknown>,
): () => Page {
  let page: Page | undefined;
  let faults: string[] = [];
  test.beforeAll(async ({ artistBrowser, drawing, tee, tag }) => {
    await emptyCart(artistBrowser.request);
    page = await artistBrowser.newPage();
    faults = watchFaults(page);
    await open(page, { drawing, tee, tag });
  });
  test.afterAll(async () => {
    await page?.close();
    throwFaults(faults);
  });
  return () => page as Page;
}

/** The address of the designer for an artwork. */
export const customizeAddress = ({ imageId, imageUrl }: Pick<Drawing, 'imageId' | 'imageUrl'>): string =>
  `/customize?imageId=${imageId}&imageUrl=${encodeURIComponent(imageUrl)}`;

/** The one toast there is says exactly this; a title may stand alone. */
export async function expectToast(
  page: Page,
  title: string,
  description?: string,
  look: 'default' | 'destructive' = 'default',
): Promise<void> {
  const words = description === undefined ? [title] : [title, description];
  const card = page.locator('[data-toast]');
  await expect(card.locator('.ui-toast-text > *')).toHaveText(words);
  await expect(card).toHaveAttribute('data-toast', look);
}

/** A failure's toast, in its destructive style. */
export const expectFailure = (page: Page, title: string, description: string): Promise<void> =>
  expectToast(page, title, description, 'destructive');

async function register(
  request: APIRequestContext,
  names: object = { firstName: 'Pat', lastName: 'Doe' },
): Promise<string> {
  const email = `pat-${crypto.randomUUID()}@example.com`;
  await posted(request, '/api/register', { email, password: 'correct horse', ...names });
  return email;
}

/** An account of its own, signed in without the screens. */
export const registerByCall = (page: Page, names?: { firstName?: string; lastName?: string }): Promise<string> =>
  register(page.request, names);

/** Whether a picture is really there. */
export const expectPicture = (image: Locator): Promise<void> => expect(image).not.toHaveJSProperty('naturalWidth', 0);

/** What an admin changes of a product. */
export async function changeProduct(office: APIRequestContext, { id }: SoldProduct, data: object): Promise<void> {
  expect((await office.patch(`/api/admin/products/${id}`, { data })).status()).toBe(200);
}

export const signInByCall = (page: Page, email: string, password: string): Promise<unknown> =>
  posted(page.request, '/api/login', { email, password });
