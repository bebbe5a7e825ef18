import { Button, EmptyState } from '@shop/web-ui';
import { Plus, Shirt } from 'lucide-react';
import { useRef } from 'react';
import { NEW_ITEM_ID, useOpenItem } from '../routing/open-item.js';
import { PagedList } from '../lists/paged-list.js';
import { usePagedList } from '../lists/list-query.js';
import { productsList } from './products.queries.js';
import { ProductCard } from './product-card.js';
import { ProductDrawer } from './product-drawer.js';

export function Products() {
  const query = usePagedList(productsList);
  const open = useOpenItem();
  const addButton = useRef<HTMLButtonElement>(null);
  const handleAdd = (): void => open('product', NEW_ITEM_ID);
  /** The empty state's button disappears with the first product, so the focus returns to the permanent one. */
  const handleAddFirst = (): void => {
    addButton.current?.focus();
    handleAdd();
  };

  return (
    <section aria-label="Products">
      <div className="mb-6 flex justify-end">
        <Button ref={addButton} onClick={handleAdd}>
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
              <Button onClick={handleAddFirst}>
                <Plus aria-hidden />
                Add Your First Product
              </Button>
            }
          />
        }
      />
      <ProductDrawer />
    </section>
  );
}
