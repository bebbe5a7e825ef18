import type { Product } from '@shop/contracts/catalog';
import { Button, EmptyState } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { Plus, Shirt } from 'lucide-react';
import { useState } from 'react';
import { ListFrame } from '../list-frame.js';
import { productsQuery } from './api/list-products.js';
import { ProductCard } from './product-card.js';
import { ProductForm } from './product-form.js';

/** What the dialog is about: nothing (closed), a new product, or one there is. */
type Subject = 'none' | 'new' | Product;

function ProductDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const product = typeof subject === 'object' ? subject : null;
  return (
    <Dialog open={subject !== 'none'} onOpenChange={onClose}>
      <DialogContent title={product ? 'Edit Product' : 'Add New Product'}>
        <ProductForm product={product} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

export function Products() {
  const query = useQuery(productsQuery);
  const [subject, setSubject] = useState<Subject>('none');
  const add = (label: string) => (
    <Button onClick={() => setSubject('new')}>
      <Plus aria-hidden />
      {label}
    </Button>
  );

  return (
    <section aria-label="Products">
      <div className="mb-6 flex justify-end">{add('Add Product')}</div>
      <ListFrame query={query} empty={<EmptyState icon={Shirt} title="No products yet" action={add('Add Your First Product')} />}>
        {(products) => (
          <ul className="grid gap-4">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} onEdit={() => setSubject(product)} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      <ProductDialog subject={subject} onClose={() => setSubject('none')} />
    </section>
  );
}
