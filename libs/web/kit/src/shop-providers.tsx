import { TooltipProvider } from '@shop/web-ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFilledFields } from './forms/use-filled-fields.js';
import { SecondFactorPrompt } from './session/second-factor-prompt.js';
import { ToastRegion } from './toasts/toast-region.js';

/** What each page has, except for the router: server state, tooltips, toasts, forms that take filled fields, the dialog for codes. */
export function ShopProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useFilledFields();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {children}
        <ToastRegion />
        <SecondFactorPrompt />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
