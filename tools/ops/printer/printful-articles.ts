import type { PrintfulEntry } from '@shop/contracts-order';
import { StartError } from '../shop/start-error.ts';

/** A variant of Printful with what is compared of it. */
export interface PrintfulVariant {
  size: string | null;
  color: string | null;
  priceCents: number;
  isInStock: boolean;
  /** Placement → the size of its print area in inches. */
  areasIn: ReadonlyMap<string, { width: number; height: number }>;
}

export interface PrintfulAccess {
  apiKey: string;
  apiHost: string;
  storeId?: string | undefined;
}

const TIMEOUT_MS = 20_000;
/** Printful answers 120 calls a minute. */
const WAIT_MS = 61_000;

interface VariantObject {
  id: number;
  product_id: number;
  size: string | null;
  color: string | null;
  price: string;
  in_stock: boolean;
}

interface PrintFilesObject {
  printfiles: { printfile_id: number; width: number; height: number; dpi: number }[];
  variant_printfiles: { variant_id: number; placements: Record<string, number> }[];
}

async function request({ apiKey, apiHost, storeId }: PrintfulAccess, path: string): Promise<Response> {
  const response = await fetch(new URL(path, apiHost), {
    headers: { authorization: `Bearer ${apiKey}`, ...(storeId && { 'x-pf-store-id': storeId }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 429) return response;
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  return request({ apiKey, apiHost, storeId }, path);
}

/** Null: Printful does not know it. */
async function find<Result>(access: PrintfulAccess, path: string): Promise<Result | null> {
  const response = await request(access, path);
  if (response.status === 404) return null;
  if (!response.ok) throw new StartError(`Printful answers ${response.status} to ${path}: ${await response.text()}`);
  return ((await response.json()) as { result: Result }).result;
}

const parseCents = (price: string): number => Math.round(Number(price) * 100);

function listAreas({ printfiles, variant_printfiles: variants }: PrintFilesObject, variantId: number) {
  const files = new Map(printfiles.map((file) => [file.printfile_id, file]));
  const placements = variants.find((each) => each.variant_id === variantId)?.placements ?? {};
  return new Map(
    Object.entries(placements).flatMap(([placement, fileId]) => {
      const file = files.get(fileId);
      return file ? [[placement, { width: file.width / file.dpi, height: file.height / file.dpi }] as const] : [];
    }),
  );
}

/** The variants that the entries name, by id. A product's variants come in one call. */
export async function listPrintfulVariants(
  access: PrintfulAccess,
  entries: readonly PrintfulEntry[],
): Promise<Map<number, PrintfulVariant>> {
  const found = new Map<number, PrintfulVariant>();
  for (const { variantId } of entries) {
    if (found.has(variantId)) continue;
    const first = await find<{ variant: VariantObject }>(access, `/products/variant/${variantId}`);
    if (!first) continue;
    const { product_id: productId } = first.variant;
    const product = await find<{ variants: VariantObject[] }>(access, `/products/${productId}`);
    const files = await find<PrintFilesObject>(access, `/mockup-generator/printfiles/${productId}`);
    for (const variant of product?.variants ?? [first.variant])
      found.set(variant.id, {
        size: variant.size,
        color: variant.color,
        priceCents: parseCents(variant.price),
        isInStock: variant.in_stock,
        areasIn: files ? listAreas(files, variant.id) : new Map(),
      });
  }
  return found;
}
