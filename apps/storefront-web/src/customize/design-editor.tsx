import { isGarment } from '@shop/contracts-catalog/kinds';
import type { DisplayedProduct } from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import { designConfigSchema } from '@shop/contracts-order';
import { useSingleFlight, QueryContent } from '@shop/web-kit';
import { Button, cn, Picture, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { isWhite } from '../catalogue/garment-colour.js';
import { NoProducts } from '../catalogue/no-products.js';
import {
  listOpenChoices,
  productChoiceReducer,
  productChoiceSchema,
  resolveProductChoice,
  type ChosenProduct,
} from '../catalogue/product-choice.js';
import { productsQuery, variantsQuery } from '../catalogue/products.queries.js';
import { getRememberedProductId, rememberColor, rememberProductId } from '../catalogue/remembered-product.js';
import { readDraft, saveDraft } from '../draft.js';
import { useArtworkSize } from '../mockup/use-artwork-size.js';
import { DesignPreview } from '../placement/components/design-preview.js';
import { PlacementPanel } from '../placement/components/placement-panel.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { toEntryState } from '../wizard-draft.js';
import { BuyPanel } from './buy-panel.js';
import { EnlargedPrintNotice } from './enlarged-print-notice.js';
import { useAddToCart } from './use-add-to-cart.js';
import { VariantChoice } from './variant-choice.js';

const draftSchema = z.extend(productChoiceSchema, { placement: designConfigSchema });
const getDraftName = (imageId: string): string => `customize:${imageId}`;

/**
 * Product choice and placement for one artwork. They survive a reload; the next artwork starts with the last chosen
 * product.
 */
function useDesign(imageId: string) {
  const [initialDesign] = useState(
    () =>
      readDraft(getDraftName(imageId), draftSchema) ?? {
        productId: getRememberedProductId(),
        size: null,
        color: null,
        placement: DEFAULT_PLACEMENT,
      },
  );
  const [{ productId, size, color }, dispatch] = useReducer(productChoiceReducer, initialDesign);
  const [store] = useState(() => createPlacementStore(initialDesign.placement));

  useEffect(() => {
    const save = (): void => saveDraft(getDraftName(imageId), { productId, size, color, placement: store.get() });
    save();
    return store.subscribe(save);
  }, [imageId, productId, size, color, store]);
  useEffect(() => {
    if (!productId) return;
    rememberProductId(productId);
    rememberColor(productId, color);
  }, [productId, color]);

  return { choice: { productId, size, color }, dispatch, store };
}

const getPriceText = ({ isSoldOut, basePrice }: DisplayedProduct): string =>
  isSoldOut ? 'sold out' : formatDollars(basePrice);

interface ProductPickerProps {
  products: readonly DisplayedProduct[];
  chosenId: string | null;
  onChoose: (productId: string) => void;
}

/** The products in a scrollable row, or in a scrollable grid next to the preview on a large screen. */
function ProductPicker({ products, chosenId, onChoose }: ProductPickerProps) {
  const row = useRef<HTMLDivElement>(null);

  // Scrolls a preselected product into view without scrolling the page.
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector('input:checked')?.parentElement;
    if (!row.current || !chosen) return;
    const [from, to] = [row.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.current.scrollLeft += to.left - from.left - 8;
    row.current.scrollTop += to.top - from.top - 8;
  }, []);

  return (
    // By default a fieldset is at least as wide as its content.
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-xl font-bold">Choose a product</legend>
      <div
        ref={row}
        data-strip=""
        className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-m-1 lg:grid lg:max-h-96 lg:grid-cols-2 lg:overflow-y-auto lg:p-1 xl:grid-cols-3"
      >
        {products.map((product) => {
          const isChosen = product.id === chosenId;
          return (
            <label
              key={product.id}
              className={cn(
                'relative flex w-36 shrink-0 cursor-pointer snap-start flex-col overflow-hidden rounded-control border-2 bg-card has-focus-visible:outline-3 has-focus-visible:outline-ring lg:w-auto',
                isChosen ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
              )}
            >
              <input
                type="radio"
                name="product"
                value={product.id}
                checked={isChosen}
                onChange={() => onChoose(product.id)}
                aria-label={`${product.title}, ${getPriceText(product)}`}
                className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              />
              <Picture
                src={product.imageUrl}
                alt=""
                sizes="12rem"
                className="aspect-square w-full bg-muted object-contain"
              />
              <span className="flex flex-1 flex-col justify-between gap-1 p-2.5">
                <span dir="auto" className="line-clamp-4 text-sm leading-tight font-semibold [overflow-wrap:anywhere]">
                  {product.title}
                </span>
                <span className="text-sm text-muted-foreground tabular-nums first-letter:uppercase">
                  {getPriceText(product)}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface BackgroundHintProps {
  chosen: ChosenProduct;
  /** Null if it is unknown. */
  background: string | null;
  /** The wizard that can draw this artwork again; null if there is none. */
  wizardId: string | null;
}

/** On coloured fabric an artwork with a background is a box; the wizard can draw it without one. */
function BackgroundHint({ chosen: { product, color }, background, wizardId }: BackgroundHintProps) {
  const isBox = background !== null && background !== 'none';
  if (!isBox || !wizardId || !isGarment(product.category) || !color || isWhite(color)) return null;
  return (
    <p className="rounded-control bg-butter px-4 py-2 text-pretty text-tint-foreground">
      On this color, the background of your artwork shows as a box.{' '}
      <Button asChild variant="link" size="sm" className="text-tint-foreground">
        <Link to="/create" state={toEntryState(wizardId)}>
          Change its background
        </Link>
      </Button>
    </p>
  );
}

/** The height of the panels depends on the chosen product, so no controls are shown before the products are loaded. */
const PanelsSkeleton = () => (
  <>
    <Skeleton className="h-80 rounded-card" />
    <Skeleton className="h-160 rounded-card" />
  </>
);

interface DesignEditorProps {
  imageId: string;
  imageUrl: string;
  /** The wizard of this tab that has drawn the artwork; null if there is none. */
  wizardId: string | null;
}

/** The designer: preview, product, size and colour, placement, price. */
export function DesignEditor({ imageId, imageUrl, wizardId }: DesignEditorProps) {
  const { choice, dispatch, store } = useDesign(imageId);
  const { size, reload } = useArtworkSize(imageUrl);
  const artwork = size.state === 'ready' ? size : null;
  const products = useQuery(productsQuery);
  const isKnownProduct = products.data?.some(({ id }) => id === choice.productId) ?? false;
  const variants = useQuery(variantsQuery(isKnownProduct ? choice.productId : null));
  const chosen = resolveProductChoice(choice, products.data ?? [], variants.data ?? []);
  const addToCartMutation = useAddToCart();
  const addToCart = useSingleFlight(addToCartMutation);

  return (
    <div data-toasts="left" className="grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-12">
      {/* Sticky, so that it stays visible while the sliders move the artwork, unless the window is too low. */}
      <div className="top-18 z-20 max-sm:[--preview:34dvh] -mx-4 bg-background px-4 py-3 sm:-mx-6 sm:px-6 [@media(min-height:32rem)]:sticky lg:top-24 lg:mx-0 lg:p-0">
        <DesignPreview size={size} onReload={reload} chosen={chosen} store={store} />
      </div>
      {/* The scroll margin keeps focused controls below the sticky preview. */}
      <div className="flex min-w-0 flex-col gap-8 max-lg:[@media(min-height:32rem)]:[&_:is(a,button,input)]:scroll-mt-[calc(max(40dvh,13rem)+3rem)]">
        <QueryContent query={products} skeleton={<PanelsSkeleton />}>
          {(list) =>
            list.length === 0 ? (
              <NoProducts />
            ) : (
              <>
                <ProductPicker
                  products={list}
                  chosenId={chosen?.product.id ?? null}
                  onChoose={(productId) => dispatch({ type: 'product chosen', productId })}
                />
                {chosen && !chosen.product.isSoldOut && (
                  <VariantChoice
                    category={chosen.product.category}
                    variants={variants}
                    choice={choice}
                    dispatch={dispatch}
                  />
                )}
                {chosen && (
                  <BackgroundHint chosen={chosen} background={artwork?.background ?? null} wizardId={wizardId} />
                )}
                {chosen && <EnlargedPrintNotice imageId={imageId} chosen={chosen} store={store} />}
                <PlacementPanel chosen={chosen} artwork={artwork} store={store} />
                <BuyPanel
                  chosen={chosen}
                  artworkUrl={imageUrl}
                  artwork={artwork}
                  store={store}
                  openChoices={chosen ? listOpenChoices(chosen, variants.data ?? []) : []}
                  isAdding={addToCartMutation.isPending}
                  onAdd={() => addToCart({ imageId, chosen, placement: store.get() })}
                />
              </>
            )
          }
        </QueryContent>
      </div>
    </div>
  );
}
