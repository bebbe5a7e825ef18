import type { DisplayedAdminProduct } from '@shop/contracts-catalog';
import type { listAdminProducts, searchProducts } from '@shop/contracts-catalog/routes';
import { formatDollars } from '@shop/contracts-common';
import { getErrorMessage, useIdempotencyKey, useLazyComponent } from '@shop/web-kit';
import { Badge, Button, Card, cn, EmptyState, ErrorState, Picture, Tooltip, FormError } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown, Check, Copy, Pencil, Plus, Shirt, Trash2 } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { getChangeError, PartFailure } from '../failures.js';
import { LazyPart } from '../lazy-part.js';
import { ListNotice } from '../lists/list-notice.js';
import { SearchField, useSearch } from '../lists/search.js';
import { usePagedList } from '../lists/list-query.js';
import { ListSkeleton, AdminList } from '../lists/admin-list.js';
import { Timeline } from '../timeline/timeline.js';
import { findRowElement, NEW_ITEM_ID, useOpenedItem, useOpenItem } from '../url-state.js';
import { getKindName } from '@shop/contracts-catalog';
import { getCategoryVariant } from './form/product-fields.rules.js';
import { ProductForm } from './form/product-form.js';
import { findMargin } from './product-margin.rules.js';
import { listMarks } from './product-marks.rules.js';
import {
  findProducts,
  productQuery,
  productsList,
  productTimelineQuery,
  useActiveSwitch,
  useProductChanges,
} from './products.queries.js';
import { UnprintableNotice, useUnprintableProduct } from './unprintable-products.js';
import { Variants } from './variants.js';

function ProductTimeline({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(productTimelineQuery(id));
  if (data) return <Timeline entries={data} />;
  if (!error) return <ListSkeleton />;
  return <PartFailure error={error} missing="This shop’s server has no timeline of its products." onRetry={refetch} />;
}

interface FormProps {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function ProductDetails({ product, ...form }: FormProps & { product: DisplayedAdminProduct }) {
  return (
    <div className="grid gap-10">
      <UnprintableNotice productId={product.id} />
      <ProductForm product={product} {...form} />
      <Variants productId={product.id} category={product.category} />
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
function ProductDrawer() {
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

/** What a product lacks. It is urgent while the product is on sale. */
function Marks({ product }: { product: DisplayedAdminProduct }) {
  const isUnprintable = useUnprintableProduct(product.id) !== undefined;
  return listMarks(product, isUnprintable).map((mark) => (
    <Badge key={mark} variant={product.active ? 'destructive' : 'outline'}>
      {mark}
    </Badge>
  ));
}

function ProductCard({ row: product }: { row: DisplayedAdminProduct }) {
  const { remove, duplicate } = useProductChanges();
  const getIdempotencyKey = useIdempotencyKey();
  const activeSwitch = useActiveSwitch(product);
  const open = useOpenItem();
  const margin = findMargin(product.basePrice, product.cost);
  const isBusy = activeSwitch.isPending || remove.isPending || duplicate.isPending;
  const handleDelete = (): void => {
    if (window.confirm('Are you sure you want to delete this product?'))
      remove.mutate({ id: product.id, version: product.version });
  };
  /** The copy is opened, to be changed before it goes on sale. */
  const handleDuplicate = (): void =>
    duplicate.mutate(
      { key: getIdempotencyKey(product), id: product.id },
      {
        onSuccess: ({ id }) => {
          getIdempotencyKey.forget();
          open('product', id);
        },
      },
    );

  const failure = activeSwitch.error ?? remove.error ?? duplicate.error;
  return (
    <Card className="flex flex-col gap-4 p-5 sm:flex-row sm:items-center">
      <Picture src={product.imageUrl} alt="" sizes="96px" className="size-24 shrink-0 rounded-control object-cover" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-display text-lg font-bold [overflow-wrap:anywhere]">{product.title}</bdi>
          <Badge variant={getCategoryVariant(product.category)}>{getKindName(product.category)}</Badge>
          {!product.active && <Badge variant="outline">inactive</Badge>}
          <Marks product={product} />
        </p>
        {product.description && (
          <p dir="auto" className="mt-1 line-clamp-2 max-w-[70ch] [overflow-wrap:anywhere] text-muted-foreground">
            {product.description}
          </p>
        )}
        <p className="mt-1 font-display text-xl font-extrabold tabular-nums">{formatDollars(product.basePrice)}</p>
        {margin && (
          <p
            className={cn(
              'text-sm tabular-nums',
              margin.isLoss ? 'font-semibold text-destructive-text' : 'text-muted-foreground',
            )}
          >
            {margin.text}
          </p>
        )}
        {product.pictureProblem && (
          <p className="mt-1 text-sm text-muted-foreground">
            The picture can’t be shown. {product.pictureProblem} Customers see a placeholder.
          </p>
        )}
        <FormError message={getChangeError(failure)} className="mt-1 text-sm" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" disabledFocusable={isBusy} onClick={() => void activeSwitch.toggle()}>
          {product.active ? 'Deactivate' : 'Activate'}
        </Button>
        <Tooltip label="Edit">
          <Button
            id={`product-${product.id}`}
            data-row-link=""
            variant="ghost"
            size="icon"
            aria-label={`Edit ${product.title}`}
            onClick={() => open('product', product.id)}
          >
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip label="Duplicate">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Duplicate ${product.title}`}
            disabledFocusable={isBusy}
            onClick={handleDuplicate}
          >
            <Copy aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip label="Delete">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete ${product.title}`}
            disabledFocusable={isBusy}
            onClick={handleDelete}
            className="text-destructive-text"
          >
            <Trash2 aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </Card>
  );
}

/** Downloaded when it is opened. */
const Arrange = () => (
  <LazyPart
    subject="The order"
    part={useLazyComponent(() => import('./arrange/arrange.js').then((module) => module.Arrange), true)}
  />
);

export function Products() {
  const search = useSearch('products');
  const query = usePagedList<typeof listAdminProducts | typeof searchProducts>(
    search.words === undefined ? productsList : findProducts(search.words),
  );
  const open = useOpenItem();
  const [isArranging, setArranging] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const handleAdd = (): void => open('product', NEW_ITEM_ID);
  /** The empty state's button disappears with the first product, so the focus returns to the permanent one. */
  const handleAddFirst = (): void => {
    addButton.current?.focus();
    handleAdd();
  };

  return (
    <section aria-label="Products">
      <ListNotice rows="products">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          {isArranging ? (
            <p className="max-w-[60ch] text-muted-foreground">
              Shoppers see the products in this order. Drag them, or use the arrows. A new product is the first.
            </p>
          ) : (
            <SearchField search={search} label="Find products" hint="A word of title or description" />
          )}
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setArranging(!isArranging)}>
              {isArranging ? <Check aria-hidden /> : <ArrowUpDown aria-hidden />}
              {isArranging ? 'Done' : 'Arrange'}
            </Button>
            <Button ref={addButton} onClick={handleAdd}>
              <Plus aria-hidden />
              Add Product
            </Button>
          </div>
        </div>
        {isArranging ? (
          <Arrange />
        ) : (
          <AdminList
            query={query}
            label="Products"
            words={search.words}
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
        )}
        <ProductDrawer />
      </ListNotice>
    </section>
  );
}
