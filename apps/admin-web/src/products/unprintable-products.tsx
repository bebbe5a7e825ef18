import { MAX_UNPRINTABLE, type UnprintableProduct } from '@shop/contracts-order';
import { listUnprintableProducts } from '@shop/contracts-order/routes';
import { api } from '@shop/web-kit';
import { Card } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { adminKeys } from '../admin-keys.js';
import { OpenItemLink } from '../url-state.js';

/** The answer right after a save may be from before it, because order-svc gets the product by an event. */
const REFETCH_MS = 5_000;

/** `productId`: null for the list. */
const unprintableQuery = (productId: string | null) =>
  queryOptions({
    queryKey: [...adminKeys.unprintable, productId],
    queryFn: ({ signal }) =>
      api.call(listUnprintableProducts, { query: productId === null ? {} : { productId }, signal }),
    // A server without this call has nothing to list.
    retry: false,
  });

const isCut = (list: readonly UnprintableProduct[]): boolean => list.length >= MAX_UNPRINTABLE;

const findProduct = (list: readonly UnprintableProduct[], id: string): UnprintableProduct | undefined =>
  list.find(({ productId }) => productId === id);

/** In the list of products: undefined if everything of this one is printed. */
export function useUnprintableProduct(id: string): UnprintableProduct | undefined {
  const { data: list = [] } = useQuery(unprintableQuery(null));
  const listed = findProduct(list, id);
  const { data: own = [] } = useQuery({ ...unprintableQuery(id), enabled: !listed && isCut(list) });
  return listed ?? findProduct(own, id);
}

const MAX_CHOICES = 12;

function describeChoices({ choices }: UnprintableProduct): string {
  const named = choices.slice(0, MAX_CHOICES).join('; ');
  return choices.length > MAX_CHOICES ? `${named}; and ${choices.length - MAX_CHOICES} more` : named;
}

/** In the form of a product: what shoppers can't buy of it, and why. */
export function UnprintableNotice({ productId }: { productId: string }) {
  const { data: own = [] } = useQuery({ ...unprintableQuery(productId), refetchInterval: REFETCH_MS });
  const product = findProduct(own, productId);
  if (!product) return null;
  return (
    <p role="status" className="flex gap-2 rounded-control border-2 border-destructive p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-destructive-text" />
      <span>
        <strong>Not available to shoppers:</strong> Printful has no article for{' '}
        {product.choices.length > 0 ? <bdi>{describeChoices(product)}</bdi> : 'it'}. Add it to PRINTFUL_CATALOGUE.
      </span>
    </p>
  );
}

/** On the dashboard; nothing while Printful prints everything that is on sale. */
export function UnprintableCard() {
  const { data: products = [] } = useQuery(unprintableQuery(null));
  if (products.length === 0) return null;
  return (
    <Card className="mt-6 p-6" aria-label="Not at the printer">
      <h2 className="flex items-center gap-2 font-display text-2xl font-bold">
        <TriangleAlert aria-hidden className="size-6 shrink-0 text-destructive-text" />
        Not at the printer
      </h2>
      <p className="mt-1 text-muted-foreground">
        Shoppers can’t buy these, because Printful has no article for them. Add them to PRINTFUL_CATALOGUE.
      </p>
      <ul className="mt-3">
        {products.map((product) => (
          <li key={product.productId} className="border-t border-border py-3">
            <OpenItemLink
              kind="product"
              id={product.productId}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              <bdi>{product.title}</bdi>
            </OpenItemLink>
            {product.choices.length > 0 && <p className="text-sm text-muted-foreground">{describeChoices(product)}</p>}
          </li>
        ))}
      </ul>
      {isCut(products) && (
        <p className="border-t border-border pt-3 font-semibold">
          Only {MAX_UNPRINTABLE} are listed. There may be more, which follow when some of these are resolved.
        </p>
      )}
    </Card>
  );
}
