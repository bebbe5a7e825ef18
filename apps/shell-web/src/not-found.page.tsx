import { usePageTitle } from '@shop/web-kit';
import { Button, PageColumn } from '@shop/web-ui';
import { PawPrint } from 'lucide-react';
import { Link } from 'react-router-dom';

export function NotFoundPage() {
  usePageTitle('Page Not Found');
  return (
    <PageColumn className="grid place-items-center py-24 text-center">
      <span className="grid size-24 rotate-12 place-items-center rounded-card bg-butter text-tint-foreground">
        <PawPrint aria-hidden className="size-12" />
      </span>
      <h1 className="mt-8 text-4xl font-extrabold tracking-tight sm:text-5xl">Page Not Found</h1>
      <p className="mt-4 max-w-md text-lg text-balance text-muted-foreground">
        We sniffed around, but there is nothing at this address.
      </p>
      <Button asChild size="lg" className="mt-8">
        <Link to="/">Back to Home</Link>
      </Button>
    </PageColumn>
  );
}
