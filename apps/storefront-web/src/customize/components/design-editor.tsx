import { useSingleFlight } from '@shop/web-kit';
import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { NoProducts } from '../../catalogue/no-products.js';
import { resolveProductChoice } from '../../catalogue/product-choice.js';
import { productsQuery, variantsQuery } from '../../catalogue/products.queries.js';
import { useArtworkSize } from '../../mockup/use-artwork-size.js';
import { DesignPreview } from '../../placement/components/design-preview.js';
import { PlacementPanel } from '../../placement/components/placement-panel.js';
import { QueryContent } from '../../query-content.js';
import { hasWizardDraftFor } from '../../wizard-draft.js';
import { useAddToCart } from '../use-add-to-cart.js';
import { useDesign } from '../use-design.js';
import { BackgroundHint } from './background-hint.js';
import { BuyPanel } from './buy-panel.js';
import { ProductPicker } from './product-picker.js';
import { VariantChoice } from './variant-choice.js';

/** The height of the panels depends on the chosen product, so no controls are shown before the products are loaded. */
const PanelsSkeleton = () => (
  <>
    <Skeleton className="h-80 rounded-card" />
    <Skeleton className="h-160 rounded-card" />
  </>
);

/** The designer: preview, product, size and colour, placement, price. */
export function DesignEditor({ imageId, imageUrl }: { imageId: string; imageUrl: string }) {
  const { choice, dispatch, store } = useDesign(imageId);
  const { size, reload } = useArtworkSize(imageUrl);
  const products = useQuery(productsQuery);
  const isKnownProduct = products.data?.some(({ id }) => id === choice.productId) ?? false;
  const variants = useQuery(variantsQuery(isKnownProduct ? choice.productId : null));
  const chosen = resolveProductChoice(choice, products.data ?? [], variants.data ?? []);
  const addToCartMutation = useAddToCart();
  const addToCart = useSingleFlight(addToCartMutation);

  return (
    <div data-toasts="left" className="grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-12">
      {/* Sticky, so that it stays visible while the sliders move the artwork, unless the window is too low. */}
      <div className="top-18 z-20 -mx-4 bg-background px-4 py-3 sm:-mx-6 sm:px-6 [@media(min-height:32rem)]:sticky lg:top-24 lg:mx-0 lg:p-0">
        <DesignPreview size={size} onReload={reload} chosen={chosen} store={store} />
      </div>
      {/* The scroll margin keeps focused controls below the sticky preview. */}
      <div className="flex min-w-0 flex-col gap-8 max-lg:[@media(min-height:32rem)]:[&_:is(a,button,input)]:scroll-mt-[calc(40dvh+3rem)]">
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
                {chosen && (
                  <VariantChoice
                    category={chosen.product.category}
                    variants={variants}
                    choice={choice}
                    dispatch={dispatch}
                  />
                )}
                {chosen && (
                  <BackgroundHint
                    chosen={chosen}
                    background={size.state === 'ready' ? size.background : null}
                    canChange={hasWizardDraftFor(imageId)}
                  />
                )}
                <PlacementPanel chosen={chosen} artwork={size.state === 'ready' ? size : null} store={store} />
                <BuyPanel
                  chosen={chosen}
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
