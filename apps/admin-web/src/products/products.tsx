import { Button, EmptyState } from '@shop/web-ui';
import { Plus, Shirt } from 'lucide-react';
import { useRef } from 'react';
import { NEW, useOpen } from '../address/opening.js';
import { PagedList } from '../lists/paged-list.js';
import { usePagedList } from '../lists/paged-query.js';
import { productsList } from './api/list-products.js';
import { ProductCard } from './product-card.js';
import { ProductSheet } from './product-sheet.js';

export function Products() {
  const query = usePagedList(productsList);
  const open = useOpen();
  const adding = useRef<HTMLButtonElement>(null);
  const add = (): void => open('product', NEW);
  /** Its own button goes when the first product comes: the focus returns to the one that stays. */
  const addFirst = (): void => {
    adding.current?.focus();
    add();
  };

  return (
    <section aria-label="Products">
      <div className="mb-6 flex justify-end">
        <Button ref={adding} onClick={add}>
          <Plus aria-hidden />
          Add Product
        </Button>
      </div>
      <PagedList
        query={query}
        label="Products"
        Row={ProductCard}
        empty={
          <EmptyState
            icon={Shirt}
            title="No products yet"
            action={
              <Button onClick={addFirst}>
                <Plus aria-hidden />
                Add Your First Product
              </Button>
            }
          />
        }
      />
      <ProductSheet />
    </section>
  );
}
