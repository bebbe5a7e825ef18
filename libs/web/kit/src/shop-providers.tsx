import { TooltipProvider } from '@shop/web-ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ToastRegion } from './toasts/toast-region.js';

/** What every page of the shop stands in, but for the router: server state, tooltips, toasts. */
export function ShopProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {children}
        <ToastRegion />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
