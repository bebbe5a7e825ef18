import { EmptyState } from '@shop/web-ui';
import { Shirt } from 'lucide-react';

/** Shown while the catalogue has no active product. */
export const NoProducts = () => (
  <EmptyState
    icon={Shirt}
    title="No Products Yet"
    text="Products will appear here once they are added by administrators."
  />
);
