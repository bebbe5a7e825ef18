import type { DisplayedAdminProduct } from '@shop/contracts/catalog';
import { getErrorMessage } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { NEW_ITEM_ID, findRowElement, useOpenedItem } from '../url-state.js';
import { LoadFailure } from '../failures.js';
import { ListSkeleton } from '../lists/paged-list.js';
import { Timeline } from '../timeline/timeline.js';
import { productQuery, productTimelineQuery } from './products.queries.js';
import { ProductForm } from './form/product-form.js';
import { Variants } from './variants.js';

function ProductTimeline({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(productTimelineQuery(id));
  if (data) return <Timeline entries={data} />;
  if (!error) return <ListSkeleton />;
  return <LoadFailure error={error} missing="This shop’s server has no timeline of its products." onRetry={refetch} />;
}

interface FormProps {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function ProductDetails({ product, ...form }: FormProps & { product: DisplayedAdminProduct }) {
  return (
    <div className="grid gap-10">
      <ProductForm product={product} {...form} />
      <Variants productId={product.id} />
      <ProductTimeline id={product.id} />
    </div>
  );
}

function ProductById({ id, ...form }: FormProps & { id: string }) {
  const { data: product, error, isFetchedAfterMount, refetch } = useQuery(productQuery(id));
  // Wait for the fetch: a form based on cached data could have an old version.
  if (!isFetchedAfterMount) return <ListSkeleton />;
  if (product) return <ProductDetails product={product} {...form} />;
  return <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />;
}

/** The product in the URL (`?product=id`), or a new one (`?product=new`). */
export function ProductDrawer() {
  const { id, close } = useOpenedItem('product');
  const isDirty = useRef(false);
  const handleDirtyChange = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  if (!id) return null;
  const handleClose = (): void => {
    if (isDirty.current && !window.confirm('Discard what you have not saved?')) return;
    isDirty.current = false;
    close();
  };
  return (
    <Dialog open onOpenChange={handleClose}>
      <DrawerContent
        key={id}
        title={id === NEW_ITEM_ID ? 'Add New Product' : 'Edit Product'}
        returnFocusTo={() => findRowElement('product', id)}
      >
        {id === NEW_ITEM_ID ? (
          <ProductForm product={null} onDirty={handleDirtyChange} onDone={close} />
        ) : (
          <ProductById id={id} onDirty={handleDirtyChange} onDone={close} />
        )}
      </DrawerContent>
    </Dialog>
  );
}
