import { dollars, formatCents, parseCents } from '@shop/contracts/common';
import type { AdminOrder, AdminOrderDetail } from '@shop/contracts/order';
import { sentenceOf, toast } from '@shop/web-kit';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { invalidateShortLists, updateRow } from '../lists/list-query.js';
import {
  changeAddress,
  changeOrderStatus,
  refundOrder,
  recreatePrintFiles,
  retryPrinting,
  saveNote,
} from './api/change-order.js';
import { formatProviderCode } from './provider-code.js';

/** The order as the server has it now, in its sheet and in every list; the figures follow. */
async function refreshOrder(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: adminKeys.order(id) });
  const order = queryClient.getQueryData<AdminOrderDetail>(adminKeys.order(id));
  if (order)
    updateRow<AdminOrder>(queryClient, adminKeys.orders, id, {
      status: order.status,
      paymentStatus: order.paymentStatus,
    });
  await Promise.all([
    invalidateShortLists(queryClient, adminKeys.orders),
    queryClient.invalidateQueries({ queryKey: adminKeys.stats }),
    queryClient.invalidateQueries({ queryKey: adminKeys.money }),
  ]);
}

/** Moves an order on (D27). Not shown before the server has said so: money and letters hang on it. */
export function useOrderStatusChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeOrderStatus,
    onSuccess: () => toast({ title: 'Status updated' }),
    onError: (error) => toast({ title: 'Update failed', description: sentenceOf(error), variant: 'destructive' }),
    // After a refusal too: somebody else may have moved it meanwhile.
    onSettled: (_answer, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** What is refused is said in the form. */
export function useAddressChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeAddress,
    onSuccess: () => toast({ title: 'Address changed', description: 'The order goes to the new address.' }),
    onSettled: (_answer, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** The printer is told now of an order that waits for its next try. What became of it the order shows. */
export function usePrintingRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: retryPrinting,
    onSuccess: () => toast({ title: 'The printer is tried again' }),
    onError: (error) => toast({ title: 'Update failed', description: sentenceOf(error), variant: 'destructive' }),
    onSettled: (_answer, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** Print files that the order lacks are made again. What became of them the order shows. */
export function usePrintFileRecreation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: recreatePrintFiles,
    onSuccess: () => toast({ title: 'The print file is being made again' }),
    onError: (error) => toast({ title: 'Update failed', description: sentenceOf(error), variant: 'destructive' }),
    onSettled: (_answer, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** What is refused is said in the form. */
export function useRefund() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: refundOrder,
    onSuccess: ({ payment }, { key, amount }) => {
      // One made at the provider may stand after it.
      const failure = payment.refunds.find(({ id }) => id === key)?.failure;
      const refunded = dollars(formatCents(parseCents(amount)));
      if (failure)
        toast({
          title: 'Refund failed',
          description: `${refunded} did not go back: ${formatProviderCode(failure)}. The Money card has it.`,
          variant: 'destructive',
        });
      else toast({ title: 'Refund on its way', description: `${refunded} goes back to the customer.` });
    },
    onSettled: (_answer, _error, { id }) => refreshOrder(queryClient, id),
  });
}

export function useNoteChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveNote,
    onSuccess: (_answer, { id }) => {
      toast({ title: 'Note saved' });
      return queryClient.invalidateQueries({ queryKey: adminKeys.order(id) });
    },
  });
}
