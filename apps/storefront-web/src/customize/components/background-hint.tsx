import { Button } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { isGarment, isWhite } from '../../catalogue/garment-colour.js';
import type { ChosenProduct } from '../../catalogue/product-choice.js';
import { restoreWizardDraft } from '../../wizard-draft.js';

interface Props {
  chosen: ChosenProduct;
  /** Null if it is unknown. */
  background: string | null;
  /** The wizard can draw this artwork again. */
  canChange: boolean;
}

/** On coloured fabric an artwork with a background is a box; the wizard can draw it without one. */
export function BackgroundHint({ chosen: { product, color }, background, canChange }: Props) {
  const isBox = background !== null && background !== 'none';
  if (!isBox || !canChange || !isGarment(product.category) || !color || isWhite(color)) return null;
  return (
    <p className="rounded-control bg-butter px-4 py-2 text-pretty text-tint-foreground">
      On this colour, the background of your artwork shows as a box.{' '}
      <Button asChild variant="link" size="sm" className="text-tint-foreground">
        <Link to="/create" onClick={restoreWizardDraft}>
          Change its background
        </Link>
      </Button>
    </p>
  );
}
