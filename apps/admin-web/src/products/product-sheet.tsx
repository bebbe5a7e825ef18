import type { AdminProduct } from '@shop/contracts/catalog';
import { sentenceOf } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import { Dialog, SheetContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { NEW, rowOf, useOpened } from '../address/opening.js';
import { ListSkeleton } from '../lists/list-skeleton.js';
import { Timeline } from '../timeline/timeline.js';
import { productQuery, productTimelineQuery } from './api/get-product.js';
import { ProductForm } from './form/product-form.js';
import { Variants } from './variants/variants.js';

function ProductTimeline({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(productTimelineQuery(id));
  if (data) return <Timeline entries={data} />;
  return error ? <ErrorState sentence={sentenceOf(error)} onRetry={() => void refetch()} /> : <ListSkeleton />;
}

interface PartProps {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function OpenProduct({ product, ...form }: PartProps & { product: AdminProduct }) {
  return (
    <div className="grid gap-10">
      <ProductForm product={product} {...form} />
      <Variants productId={product.id} />
      <ProductTimeline id={product.id} />
    </div>
  );
}

function ProductById({ id, ...form }: PartProps & { id: string }) {
  const { data: product, error, isFetchedAfterMount, refetch } = useQuery(productQuery(id));
  // Never a form over what this browser remembers: its version may be long past.
  if (!isFetchedAfterMount) return <ListSkeleton />;
  if (product) return <OpenProduct product={product} {...form} />;
  return <ErrorState sentence={sentenceOf(error)} onRetry={() => void refetch()} />;
}

/** The product the address names (`?product=id`), or a new one (`?product=new`). */
export function ProductSheet() {
  const { id, close } = useOpened('product');
  const isDirty = useRef(false);
  const onDirty = useCallback((now: boolean) => {
    isDirty.current = now;
  }, []);
  if (!id) return null;
  const closeUnlessDirty = (): void => {
    if (isDirty.current && !window.confirm('Discard what you have not saved?')) return;
    isDirty.current = false;
    close();
  };
  return (
    <Dialog open onOpenChange={closeUnlessDirty}>
      <SheetContent
        key={id}
        title={id === NEW ? 'Add New Product' : 'Edit Product'}
        returnFocusTo={() => rowOf('product', id)}
      >
        {id === NEW ? (
          <ProductForm product={null} onDirty={onDirty} onDone={close} />
        ) : (
          <ProductById id={id} onDirty={onDirty} onDone={close} />
        )}
      </SheetContent>
    </Dialog>
  );
}
