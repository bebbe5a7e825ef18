import type { UnprintableProduct } from '@shop/contracts/order';
import { listUnprintableProducts } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { Card } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { adminKeys } from '../admin-keys.js';
import { OpenItemLink } from '../url-state.js';

/** The answer right after a save may be from before it, because order-svc gets the product by an event. */
const REFETCH_MS = 5_000;

const unprintableQuery = queryOptions({
  queryKey: adminKeys.unprintable,
  queryFn: ({ signal }) => api.call(listUnprintableProducts, { signal }),
  // A server without this call has nothing to list.
  retry: false,
});

/** By product; undefined if everything of it is printed. */
export function useUnprintableProduct(id: string): UnprintableProduct | undefined {
  const { data } = useQuery(unprintableQuery);
  return data?.find(({ productId }) => productId === id);
}

const MAX_CHOICES = 12;

function describeChoices({ choices }: UnprintableProduct): string {
  const named = choices.slice(0, MAX_CHOICES).join('; ');
  return choices.length > MAX_CHOICES ? `${named}; and ${choices.length - MAX_CHOICES} more` : named;
}

/** In the form of a product: what shoppers can't buy of it, and why. */
export function UnprintableNotice({ productId }: { productId: string }) {
  useQuery({ ...unprintableQuery, refetchInterval: REFETCH_MS });
  const product = useUnprintableProduct(productId);
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
  const { data: products = [] } = useQuery(unprintableQuery);
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
    </Card>
  );
}
