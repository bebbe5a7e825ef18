import type { DisplayedProduct } from '@shop/contracts/catalog';
import { usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { NoProducts } from '../catalogue/no-products.js';
import { productsQuery } from '../catalogue/products.queries.js';
import { QueryContent } from '../query-content.js';
import { ProductCard } from './components/product-card.js';
import { ProductStructuredData } from './components/product-structured-data.js';

const SKELETONS = 8;
const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

function LoadingGrid() {
  return (
    <div role="status" aria-label="Loading products" className={GRID}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} className="h-96 rounded-card" />
      ))}
    </div>
  );
}

function ProductGrid({ products }: { products: readonly DisplayedProduct[] }) {
  if (products.length === 0) {
    return <NoProducts />;
  }
  return (
    <>
      <ul className={GRID}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      <ProductStructuredData products={products} />
    </>
  );
}

export default function ProductsPage() {
  usePageTitle('Our Products');
  const products = useQuery(productsQuery);
  return (
    <PageColumn>
      <PageHeading description="Pick what your pet's portrait goes on. Every piece is printed just for you.">
        Our Products
      </PageHeading>
      <QueryContent query={products} skeleton={<LoadingGrid />}>
        {(list) => <ProductGrid products={list} />}
      </QueryContent>
    </PageColumn>
  );
}
