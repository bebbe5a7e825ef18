/** Paths with parameters; constant paths are written where they are used. */

export function customizePath(imageId: string, imageUrl: string): string {
  return `/customize?imageId=${encodeURIComponent(imageId)}&imageUrl=${encodeURIComponent(imageUrl)}`;
}

const KIND = 'kind';
const STYLE = 'style';

/** The products of one category, or all. */
export const productsPath = (category: string | null): string =>
  category === null ? '/products' : `/products?${new URLSearchParams({ [KIND]: category }).toString()}`;

export const readKind = (query: URLSearchParams): string | null => query.get(KIND) || null;

/** The page of one product. */
export const productPath = (slug: string): string => `/products/${encodeURIComponent(slug)}`;

/** The wizard with a style chosen. */
export const createInStylePath = (styleKey: string): string =>
  `/create?${new URLSearchParams({ [STYLE]: styleKey }).toString()}`;

export const readStyleKey = (search: string): string | null => new URLSearchParams(search).get(STYLE) || null;

const AGAIN = 'again';

/** The wizard with the pets of an own artwork. */
export const drawAgainPath = (imageId: string): string =>
  `/create?${new URLSearchParams({ [AGAIN]: imageId }).toString()}`;

const SAME = 'same';

/** The wizard as it drew an own artwork: with its pets, style, background and variation. */
export const drawSamePath = (imageId: string): string =>
  `/create?${new URLSearchParams({ [AGAIN]: imageId, [SAME]: '1' }).toString()}`;

/** Whether the wizard keeps the style of the artwork that it draws again. */
export const readDrawSame = (query: URLSearchParams): boolean => query.has(SAME);

export const readDrawAgain = (query: URLSearchParams): string | null => query.get(AGAIN) || null;

export const getMediaUrl = (imageId: string): string => `/media/${encodeURIComponent(imageId)}`;

export const orderPath = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`;

export function orderCompletePath(payment: {
  intentId: string;
  clientSecret: string;
  status: 'succeeded' | 'processing';
}): string {
  const query = new URLSearchParams({
    payment_intent: payment.intentId,
    payment_intent_client_secret: payment.clientSecret,
    redirect_status: payment.status,
  });
  return `/order-complete?${query.toString()}`;
}

/** An ordered item that a new artwork is made for. */
export interface ArtworkTarget {
  readonly orderId: string;
  readonly itemId: string;
}

const ORDER = 'order';
const ITEM = 'item';
const ARTWORK = 'artwork';

/** The wizard, whose artwork is for an ordered item. */
export const createForOrderPath = ({ orderId, itemId }: ArtworkTarget): string =>
  `/create?${new URLSearchParams({ [ORDER]: orderId, [ITEM]: itemId }).toString()}`;

export function readArtworkTarget(query: URLSearchParams): ArtworkTarget | null {
  const [orderId, itemId] = [query.get(ORDER), query.get(ITEM)];
  return orderId && itemId ? { orderId, itemId } : null;
}

/** The order page with this artwork chosen for an item. */
export const orderArtworkPath = ({ orderId, itemId }: ArtworkTarget, imageId: string): string =>
  `${orderPath(orderId)}?${new URLSearchParams({ [ITEM]: itemId, [ARTWORK]: imageId }).toString()}`;

/** The item and the artwork that the order page was opened with. */
export function readChosenArtwork(query: URLSearchParams): { itemId: string; imageId: string } | null {
  const [itemId, imageId] = [query.get(ITEM), query.get(ARTWORK)];
  return itemId && imageId ? { itemId, imageId } : null;
}

export const withoutChosenArtwork = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => name !== ITEM && name !== ARTWORK));
