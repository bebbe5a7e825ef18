import {
  findKind,
  getChoiceLabel,
  getKindName,
  isKnownKind,
  type DisplayedProductPage,
  type DisplayedVariant,
} from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import { ApiError, LoadFailure, useLazyComponent, usePageTitle } from '@shop/web-kit';
import { Badge, Button, EmptyState, PageColumn, PageHeading, Skeleton, Stars } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX, Sparkles } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { capitalize, formatVariant } from '../catalogue/product-choice.js';
import { productPageQuery } from './product-page.queries.js';
import { rememberColor, rememberProductId } from '../catalogue/remembered-product.js';
import { isInServedHead, StructuredData, toSchemaProduct } from '../catalogue/structured-data.js';
import { DeliveryFacts } from '../delivery/arrival-estimate.js';
import { Promises } from '../delivery/promises.js';
import { FINISHED_DRAFTS, hasDraft } from '../draft.js';
import { HolidayNotice } from '../holiday-notice.js';
import { productPath, productsPath } from '../paths.js';
import { ProductGallery, type GalleryPicture } from './product-gallery.js';
import { Questions } from './questions.js';
import { SizeTable } from './size-table.js';

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="font-display text-2xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Front and back, then the other colors. */
function listPictures({ title, imageUrl, details, variants }: DisplayedProductPage): GalleryPicture[] {
  const pictures = [
    { name: 'Front', url: imageUrl, alt: title },
    { name: 'Back', url: details?.backImageUrl, alt: `The back of ${title}` },
    ...variants.map((variant) => ({
      name: variant.name,
      url: variant.type === 'color' ? variant.imageUrl : null,
      alt: `${title} in ${variant.name}`,
    })),
  ].flatMap(({ url, ...rest }) => (url ? [{ ...rest, url }] : []));
  return pictures.filter(({ url }, at) => pictures.findIndex((other) => other.url === url) === at);
}

/** What one can choose later; the wizard comes first. */
function Choices({ category, type, variants }: { category: string; type: string; variants: DisplayedVariant[] }) {
  if (variants.length === 0) return null;
  const label = getChoiceLabel(type, category);
  return (
    <div>
      <h2 className="mb-2 font-semibold">{capitalize(variants.length === 1 ? label : `${label}s`)}</h2>
      <ul className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <li
            key={variant.name}
            className="inline-flex items-center gap-2 rounded-full border border-border bg-card px-3 py-1.5 text-sm"
          >
            {variant.colorHex && (
              <span
                aria-hidden
                className="size-4 forced-color-adjust-none rounded-full border border-border-strong"
                style={{ backgroundColor: variant.colorHex }}
              />
            )}
            <bdi className="[overflow-wrap:anywhere]">{formatVariant(variant)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ product }: { product: DisplayedProductPage }) {
  const { category, details } = product;
  const facts = [
    ['What is printed', details?.printed ?? findKind(category)?.printed],
    ['Material', details?.material],
    ['Care', details?.care],
  ] as const;
  return (
    <dl className="grid gap-5 sm:grid-cols-3">
      {facts.map(
        ([name, text]) =>
          text && (
            <div key={name} className="rounded-card border border-border bg-card p-5">
              <dt className="mb-1 font-semibold">{name}</dt>
              <dd dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line text-muted-foreground">
                {text}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Nothing while there are no reviews. */
function RatingLink({ rating: { count, average } }: Pick<DisplayedProductPage, 'rating'>) {
  if (count === 0 || average === null) return null;
  return (
    <a href="#reviews" className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline">
      <Stars rating={average} isDecorative />
      <span>
        <span className="sr-only">Rated </span>
        {average} <span className="sr-only">out of 5, </span>({count} {count === 1 ? 'review' : 'reviews'})
      </span>
    </a>
  );
}

/** Downloaded where there are reviews. */
function Reviews({ product: { id, rating } }: { product: DisplayedProductPage }) {
  const { Component, error, load } = useLazyComponent(
    () => import('../reviews/product-reviews.js').then((module) => module.ProductReviews),
    rating.count > 0,
  );
  if (Component) return <Component productId={id} rating={rating} />;
  return error ? <LoadFailure subject="The reviews" error={error} onRetry={() => void load()} /> : null;
}

function BuyColumn({ product }: { product: DisplayedProductPage }) {
  const { id, title, description, category, basePrice, variants, rating, isSoldOut } = product;
  const handleCreate = (): void => {
    rememberProductId(id);
    rememberColor(id, null);
  };
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-col items-start gap-2 sm:gap-3">
        <Badge variant={isKnownKind(category) ? 'secondary' : 'outline'}>{getKindName(category)}</Badge>
        <h1 className="font-display text-3xl leading-tight font-extrabold tracking-tight [overflow-wrap:anywhere] sm:text-5xl">
          <bdi>{title}</bdi>
        </h1>
        <p className="font-display text-3xl font-bold tabular-nums">{formatDollars(basePrice)}</p>
        <RatingLink rating={rating} />
      </div>
      {isSoldOut ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="text-lg font-semibold">Sold out</p>
          <Button asChild variant="outline">
            <Link to={productsPath(null)}>See Other Products</Link>
          </Button>
        </div>
      ) : (
        <>
          <Button asChild size="lg" className="max-sm:w-full sm:self-start">
            <Link to="/create" onClick={handleCreate}>
              <Sparkles aria-hidden />
              Create yours
            </Link>
          </Button>
          <div className="flex flex-col gap-1.5">
            <DeliveryFacts />
            <Promises />
          </div>
        </>
      )}
      {description && (
        <p dir="auto" className="text-lg [overflow-wrap:anywhere] text-pretty text-muted-foreground">
          {description}
        </p>
      )}
      {(['color', 'size'] as const).map((type) => (
        <Choices
          key={type}
          category={category}
          type={type}
          variants={variants.filter((variant) => variant.type === type)}
        />
      ))}
    </div>
  );
}

function ProductView({ product }: { product: DisplayedProductPage }) {
  usePageTitle(product.title);
  // The server's head has it already on the first page of a visit.
  const [isInHead] = useState(() => isInServedHead(product));
  const rows = product.details?.sizeTable ?? [];
  const { Component: OwnArtwork } = useLazyComponent(
    () => import('../products/own-artwork.js').then((module) => module.OwnArtwork),
    hasDraft(FINISHED_DRAFTS),
  );
  return (
    <div className="flex flex-col gap-12">
      <div className="grid gap-5 sm:gap-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:gap-12">
        <ProductGallery
          title={product.title}
          pictures={listPictures(product)}
          withArtwork={(picture) =>
            OwnArtwork ? (
              <OwnArtwork product={product} sizes="(min-width: 64rem) 36rem, 92vw">
                {picture}
              </OwnArtwork>
            ) : (
              picture
            )
          }
        />
        <BuyColumn product={product} />
      </div>
      <Section id="details" title="Details">
        <Facts product={product} />
      </Section>
      {rows.length > 0 && (
        <Section id="sizes" title="Sizes">
          <SizeTable category={product.category} rows={rows} />
        </Section>
      )}
      <Section id="questions" title="Questions">
        <Questions />
      </Section>
      <Reviews product={product} />
      {!isInHead && <StructuredData data={toSchemaProduct(product, window.location.origin)} />}
    </div>
  );
}

const LoadingProduct = () => (
  <div
    role="status"
    aria-label="Loading the product"
    className="grid gap-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:gap-12"
  >
    <Skeleton className="aspect-square rounded-card" />
    <Skeleton className="h-96 rounded-card" />
  </div>
);

function ProductNotFound() {
  usePageTitle('Page Not Found');
  return (
    <>
      <PageHeading>Page Not Found</PageHeading>
      <EmptyState
        icon={SearchX}
        title="We do not sell this product, or not any more."
        action={
          <Button asChild size="lg">
            <Link to="/products">Show All Products</Link>
          </Button>
        }
      />
    </>
  );
}

const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

export default function ProductPage() {
  const { slug = '' } = useParams();
  const { search, hash } = useLocation();
  const query = useQuery(productPageQuery(slug));
  const product = query.data;
  if (product?.slug && product.slug !== slug)
    return <Navigate to={{ pathname: productPath(product.slug), search, hash }} replace />;
  return (
    <PageColumn>
      <Link
        to={productsPath(product?.category ?? null)}
        className="-mt-4 mb-2 inline-flex min-h-11 sm:mt-0 sm:mb-5 items-center gap-2 font-semibold text-primary-text hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All products
      </Link>
      <HolidayNotice />
      {product ? (
        <ProductView key={product.id} product={product} />
      ) : isNotFound(query.error) ? (
        <ProductNotFound />
      ) : query.error ? (
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingProduct />
      )}
    </PageColumn>
  );
}
