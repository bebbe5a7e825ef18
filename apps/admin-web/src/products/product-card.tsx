import type { Product } from '@shop/contracts/catalog';
import { dollars } from '@shop/contracts/common';
import { Badge, Button, Card, Picture, Tooltip } from '@shop/web-ui';
import { Pencil, Trash2 } from 'lucide-react';
import { CATEGORY_NAMES } from './category-names.js';
import { useProductChanges } from './use-product-changes.js';

export function ProductCard({ product, onEdit }: { product: Product; onEdit: () => void }) {
  const { update, remove } = useProductChanges();
  const isBusy = update.isPending || remove.isPending;
  const confirmDelete = (): void => {
    if (window.confirm('Are you sure you want to delete this product?')) remove.mutate(product.id);
  };

  return (
    <Card className="flex flex-col gap-4 p-5 sm:flex-row sm:items-center">
      <Picture src={product.imageUrl} alt="" className="size-24 shrink-0 rounded-control object-cover" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-display text-lg font-bold break-words">{product.title}</span>
          <Badge variant="secondary">{CATEGORY_NAMES[product.category]}</Badge>
          {!product.active && <Badge variant="outline">inactive</Badge>}
        </p>
        {product.description && <p className="mt-1 line-clamp-2 max-w-[70ch] break-words text-muted-foreground">{product.description}</p>}
        <p className="mt-1 font-display text-xl font-extrabold tabular-nums">{dollars(product.basePrice)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => update.mutate({ id: product.id, change: { active: !product.active } })}>
          {product.active ? 'Deactivate' : 'Activate'}
        </Button>
        <Tooltip label="Edit">
          <Button variant="ghost" size="icon" aria-label={`Edit ${product.title}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip label="Delete">
          <Button variant="ghost" size="icon" aria-label={`Delete ${product.title}`} disabled={isBusy} onClick={confirmDelete} className="text-destructive-text">
            <Trash2 aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </Card>
  );
}
