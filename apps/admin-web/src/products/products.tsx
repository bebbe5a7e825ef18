import { Button, EmptyState } from '@shop/web-ui';
import { Plus, Shirt } from 'lucide-react';
import { NEW, useOpen } from '../address/opening.js';
import { PagedList } from '../lists/paged-list.js';
import { usePagedList } from '../lists/paged-query.js';
import { productsList } from './api/list-products.js';
import { ProductCard } from './product-card.js';
import { ProductSheet } from './product-sheet.js';

export function Products() {
  const query = usePagedList(productsList);
  const open = useOpen();
  const add = (label: string) => (
    <Button onClick={() => open('product', NEW)}>
      <Plus aria-hidden />
      {label}
    </Button>
  );

  return (
    <section aria-label="Products">
      <div className="mb-6 flex justify-end">{add('Add Product')}</div>
      <PagedList query={query} label="Products" Row={ProductCard} empty={<EmptyState icon={Shirt} title="No products yet" action={add('Add Your First Product')} />} />
      <ProductSheet />
    </section>
  );
}
