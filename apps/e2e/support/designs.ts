import { expect, type APIRequestContext } from '@playwright/test';
import { readAnswer } from './accounts.ts';
import { petPhoto } from './pet-photo.ts';

/** An artwork and the session that owns it. */
export interface Design {
  imageId: string;
  imageUrl: string;
  session: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

export interface SoldProduct {
  id: string;
  title: string;
  category: string;
  basePrice: string;
}

interface CartLine {
  product: SoldProduct;
  /** Without them, the first size and colour. */
  selections?: { size?: string; color?: string };
  designConfig?: { x: number; y: number; scale: number; rotation: number };
  quantity?: number;
}

/** Uploads a photo and generates an artwork by API. Resolves when carts accept it. */
export async function createDesign(request: APIRequestContext): Promise<Design> {
  const { url } = await readAnswer<{ url: string }>(
    request.post('/api/upload', { multipart: { image: await petPhoto('#c49a6c') } }),
  );
  const { outputImageId, outputImage } = await readAnswer<{ outputImageId: string; outputImage: { url: string } }>(
    request.post('/api/generate', { data: { imageUrl: url, styleKey: 'modern' } }),
  );
  const products = await readAnswer<SoldProduct[]>(request.get('/api/products'));
  for (const { id } of products) await waitUntilBuyable(request, id, outputImageId);
  await emptyCart(request);
  return { imageId: outputImageId, imageUrl: outputImage.url, session: await request.storageState() };
}

/** Waits until order-svc has received the events about the product and the artwork. */
export async function waitUntilBuyable(request: APIRequestContext, productId: string, imageId: string): Promise<void> {
  await expect
    .poll(async () => (await request.post('/api/cart', { data: { productId, generatedImageId: imageId } })).status())
    .toBe(200);
}

export async function emptyCart(request: APIRequestContext): Promise<void> {
  const { items } = await readAnswer<{ items: { id: string }[] }>(request.get('/api/cart'));
  for (const { id } of items) await request.delete(`/api/cart/${id}`);
}

/** The first size and colour of a product that has them. */
export async function getFirstChoices(request: APIRequestContext, productId: string): Promise<object> {
  const variants = await readAnswer<{ type: string; name: string }[]>(
    request.get(`/api/products/${productId}/variants`),
  );
  return Object.fromEntries(variants.toReversed().map(({ type, name }) => [type, name]));
}

export async function fillCart(
  request: APIRequestContext,
  { imageId }: Design,
  lines: readonly CartLine[],
): Promise<void> {
  for (const { product, selections, designConfig, quantity = 1 } of lines) {
    const data = {
      productId: product.id,
      generatedImageId: imageId,
      variantSelections: selections ?? (await getFirstChoices(request, product.id)),
      designConfig,
      quantity,
    };
    await readAnswer(request.post('/api/cart', { data }));
  }
}

/** URL of /customize for an artwork. */
export const customizeAddress = ({ imageId, imageUrl }: Pick<Design, 'imageId' | 'imageUrl'>): string =>
  `/customize?imageId=${imageId}&imageUrl=${encodeURIComponent(imageUrl)}`;
