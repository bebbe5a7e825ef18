import type { DisplayedProduct } from '@shop/contracts/catalog';
import { formatDollars } from '@shop/contracts/common';
import { Badge, Button, Card, cn, Picture } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { getCategoryName, isKnownCategory } from '../../catalogue/category-names.js';
import { rememberProductId } from '../../catalogue/remembered-product.js';

/** `isFirst`: the card is above the fold, so its picture is not lazy-loaded. */
export function ProductCard({ product, isFirst }: { product: DisplayedProduct; isFirst: boolean }) {
  return (
    <Card className="group flex h-full flex-col overflow-hidden">
      <div className="relative overflow-hidden bg-muted">
        <Picture
          src={product.imageUrl}
          alt={product.title}
          loading={isFirst ? 'eager' : 'lazy'}
          sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 92vw"
          className="aspect-square w-full object-contain transition-transform duration-300 group-hover:scale-[1.03]"
        />
        <Badge
          variant={isKnownCategory(product.category) ? 'secondary' : 'outline'}
          className={cn('absolute top-4 left-4', !isKnownCategory(product.category) && 'bg-card')}
        >
          {getCategoryName(product.category)}
        </Badge>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="font-display text-xl leading-snug font-bold">
          <bdi>{product.title}</bdi>
        </h2>
        {product.description && (
          <p dir="auto" className="line-clamp-2 [overflow-wrap:anywhere] text-muted-foreground">
            {product.description}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
          <p className="font-display text-2xl font-bold tabular-nums">{formatDollars(product.basePrice)}</p>
          <Button asChild>
            <Link to="/create" onClick={() => rememberProductId(product.id)}>
              Customize
            </Link>
          </Button>
        </div>
      </div>
    </Card>
  );
}
