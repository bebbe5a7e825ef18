import { TooltipProvider } from '@shop/web-ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFilledFields } from './forms/use-filled-fields.js';
import { ToastRegion } from './toasts/toast-region.js';

/** What each page has, except for the router: server state, tooltips, toasts, forms that take filled fields. */
export function ShopProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useFilledFields();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {children}
        <ToastRegion />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
