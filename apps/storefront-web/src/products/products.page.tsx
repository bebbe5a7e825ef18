import {
  getKindName,
  getKindNames,
  isKnownKind,
  PRODUCT_CATEGORIES,
  type DisplayedProduct,
} from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import { useLazyComponent, usePageTitle, QueryContent } from '@shop/web-kit';
import { Badge, Button, Card, cn, EmptyState, PageColumn, PageHeading, Picture, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Shirt } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { NoProducts } from '../catalogue/no-products.js';
import { productsQuery } from '../catalogue/products.queries.js';
import { rememberProductId } from '../catalogue/remembered-product.js';
import { StructuredData, toSchemaProduct } from '../catalogue/structured-data.js';
import { FINISHED_DRAFTS, hasDraft } from '../draft.js';
import { HolidayNotice } from '../holiday-notice.js';
import { productPath, productsPath, readKind } from '../paths.js';
import type { OwnArtworkProps } from './own-artwork.js';

const PICTURE_SIZES = '(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 92vw';

interface CardProps {
  product: DisplayedProduct;
  /** The card is above the fold, so its picture is not lazy-loaded. */
  isFirst: boolean;
  /** Puts the visitor's artwork on the picture; undefined while there is none. */
  OwnArtwork: ComponentType<OwnArtworkProps> | undefined;
}

function ProductCard({ product, isFirst, OwnArtwork }: CardProps) {
  const picture = (
    <Picture
      src={product.imageUrl}
      alt={product.title}
      loading={isFirst ? 'eager' : 'lazy'}
      sizes={PICTURE_SIZES}
      className="aspect-square w-full object-contain transition-transform duration-300 group-hover:scale-[1.03]"
    />
  );
  return (
    <Card className="group relative flex h-full flex-col overflow-hidden">
      <div className="relative overflow-hidden bg-muted">
        {OwnArtwork ? (
          <OwnArtwork product={product} sizes={PICTURE_SIZES}>
            {picture}
          </OwnArtwork>
        ) : (
          picture
        )}
        <Badge
          variant={isKnownKind(product.category) ? 'secondary' : 'outline'}
          className={cn('absolute top-4 left-4', !isKnownKind(product.category) && 'bg-card')}
        >
          {getKindName(product.category)}
        </Badge>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="font-display text-xl leading-snug font-bold">
          {product.slug ? (
            // The whole card leads to the product's page; the button below is above this link.
            <Link to={productPath(product.slug)} className="rounded-control after:absolute after:inset-0">
              <bdi>{product.title}</bdi>
            </Link>
          ) : (
            <bdi>{product.title}</bdi>
          )}
        </h2>
        {product.description && (
          <p dir="auto" className="line-clamp-2 [overflow-wrap:anywhere] text-muted-foreground">
            {product.description}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
          <p className="font-display text-2xl font-bold tabular-nums">{formatDollars(product.basePrice)}</p>
          {product.isSoldOut ? (
            <p className="font-semibold text-muted-foreground">Sold out</p>
          ) : (
            <Button asChild className="relative">
              <Link to="/create" onClick={() => rememberProductId(product.id)}>
                Customize
              </Link>
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Schema.org's ItemList of Products with their Offers, for search engines. */
function toItemList(products: readonly DisplayedProduct[], origin: string): object {
  return {
    '@type': 'ItemList',
    url: `${origin}/products`,
    numberOfItems: products.length,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: toSchemaProduct(product, origin),
    })),
  };
}

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

/** The known kinds first. While the products load, these are all. */
function listKinds(products: readonly DisplayedProduct[] | undefined): string[] {
  if (!products) return [...PRODUCT_CATEGORIES];
  const categories = new Set<string>(products.map(({ category }) => category));
  return [...new Set<string>([...PRODUCT_CATEGORIES, ...categories])].filter((category) => categories.has(category));
}

/** Links that show one kind of products, or all. */
function KindFilter({ kinds, kind }: { kinds: readonly string[]; kind: string | null }) {
  if (kinds.length < 2) return null;
  return (
    <nav
      aria-label="Kinds of products"
      data-strip=""
      className="-mx-4 mb-6 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {[null, ...kinds].map((each) => (
        <Link
          key={each}
          to={productsPath(each)}
          aria-current={each === kind ? 'page' : undefined}
          className={cn(
            'inline-flex min-h-11 shrink-0 items-center rounded-full border-2 px-4 font-semibold',
            each === kind
              ? 'border-primary bg-peach text-tint-foreground'
              : 'border-border-strong bg-card hover:border-foreground',
          )}
        >
          {each === null ? 'All' : getKindNames(each)}
        </Link>
      ))}
    </nav>
  );
}

const NothingOfThisKind = () => (
  <EmptyState
    icon={Shirt}
    title="Nothing of this kind right now"
    action={
      <Button asChild size="lg">
        <Link to={productsPath(null)}>Show All Products</Link>
      </Button>
    }
  />
);

function ProductGrid({ products, kind }: { products: readonly DisplayedProduct[]; kind: string | null }) {
  // After the list is shown, and only for visitors who have drawn something.
  const { Component: OwnArtwork } = useLazyComponent(
    () => import('./own-artwork.js').then((module) => module.OwnArtwork),
    hasDraft(FINISHED_DRAFTS),
  );
  if (products.length === 0) return <NoProducts />;
  const displayed = kind === null ? products : products.filter(({ category }) => category === kind);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {kind !== null && `${displayed.length} of ${products.length} products`}
      </p>
      {displayed.length === 0 ? (
        <NothingOfThisKind />
      ) : (
        <ul className={GRID}>
          {displayed.map((product, index) => (
            <li key={product.id}>
              <ProductCard product={product} isFirst={index === 0} OwnArtwork={OwnArtwork} />
            </li>
          ))}
        </ul>
      )}
      <StructuredData data={toItemList(products, window.location.origin)} />
    </>
  );
}

export default function ProductsPage() {
  usePageTitle('Our Products');
  const [query] = useSearchParams();
  const kind = readKind(query);
  const products = useQuery(productsQuery);
  return (
    <PageColumn>
      <PageHeading description="Pick what your pet's portrait goes on. Every piece is printed just for you.">
        Our Products
      </PageHeading>
      <HolidayNotice />
      {!products.isError && <KindFilter kinds={listKinds(products.data)} kind={kind} />}
      <QueryContent query={products} skeleton={<LoadingGrid />}>
        {(list) => <ProductGrid products={list} kind={kind} />}
      </QueryContent>
    </PageColumn>
  );
}
