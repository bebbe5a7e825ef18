import { TooltipProvider } from '@shop/web-ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ToastRegion } from './toasts/toast-region.js';

/** The providers of each page, except for the router: server state, tooltips, toasts. */
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
