import { Button, Picture } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { productsPath } from '../../paths.js';
import { useRememberedProduct } from '../printing.queries.js';

/** Names the product that the artwork is for. Nothing if it is no longer sold. */
export function ChosenProduct() {
  const { product } = useRememberedProduct();
  if (!product) return null;
  return (
    <p className="flex min-h-16 items-center gap-x-4 rounded-control border-2 border-border bg-card px-3 py-1.5">
      <Picture
        src={product.imageUrl}
        alt=""
        sizes="3rem"
        loading="eager"
        className="size-12 shrink-0 rounded-control bg-muted object-contain"
      />
      <span id="chosen-product" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        For: <bdi className="font-semibold">{product.title}</bdi>
      </span>
      <Button asChild variant="link" className="shrink-0 px-0">
        <Link to={productsPath(null)} aria-describedby="chosen-product">
          Change
        </Link>
      </Button>
    </p>
  );
}
