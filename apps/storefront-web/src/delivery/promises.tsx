import { useShop } from '@shop/web-kit';
import { cn } from '@shop/web-ui';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { listPromises } from './promises.rules.js';

/** What the terms promise, in one line beside a button that orders or pays. The link opens a tab: nothing entered is lost. */
export function Promises({ className }: { className?: string }) {
  const shop = useShop();
  return (
    <p className={cn('flex items-start gap-2 text-sm text-pretty text-muted-foreground', className)}>
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {listPromises(shop?.changeWindowMinutes).join(' · ')}.{' '}
        <Link to="/terms" target="_blank" className="font-semibold underline underline-offset-4">
          Our terms
        </Link>
      </span>
    </p>
  );
}
