import type { DisplayedCartItem } from '@shop/contracts-order';
import { useQuery } from '@tanstack/react-query';
import { DrawSameLink } from '../artwork-links.js';
import { artworkDetailsQuery } from '../mockup/use-artwork-size.js';
import { isSharperDrawnAgain } from '../placement/enlarged-print.rules.js';

/** Says that the print of a line would be sharper, if an earlier version drew its artwork. */
export function LineSharpness({ item, title }: { item: DisplayedCartItem; title: string }) {
  const { generatedImageId, available, print, scaleSense, designConfig } = item;
  const { data } = useQuery(artworkDetailsQuery(available && print ? generatedImageId : null));
  if (!data || !print || !generatedImageId) return null;
  if (!isSharperDrawnAgain(data, { printArea: print.areaPx, scaleSense }, designConfig)) return null;
  return (
    <p className="w-fit rounded-control bg-butter px-4">
      <DrawSameLink imageId={generatedImageId} title={title} />
    </p>
  );
}
