import type { SendEmailAgainRequest } from '@shop/contracts-order';
import { sendEmailAgain } from '@shop/contracts-order/routes';
import { getOrderEmail, listOrderEmails, listRefusedEmails } from '@shop/contracts-support/routes';
import type { DisplayedOrderEmail } from '@shop/contracts-support';
import { api, getErrorMessage, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import { refreshOrder } from './orders.queries.js';

/** While an email waits. */
const REFETCH_INTERVAL_MS = 4_000;

export const orderEmailsQuery = (orderId: string) =>
  queryOptions({
    queryKey: adminKeys.orderEmails(orderId),
    queryFn: ({ signal }) => api.call(listOrderEmails, { params: { id: orderId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((email) => email.state === 'waiting') ? REFETCH_INTERVAL_MS : false,
  });

export const emailTextQuery = (orderId: string, emailId: string) =>
  queryOptions({
    queryKey: adminKeys.emailText(orderId, emailId),
    queryFn: ({ signal }) => api.call(getOrderEmail, { params: { id: orderId, emailId }, signal }),
    // What was sent never changes.
    staleTime: Infinity,
  });

export const refusedEmailsQuery = queryOptions({
  queryKey: adminKeys.refusedEmails,
  queryFn: ({ signal }) => api.call(listRefusedEmails, { signal }),
  // The dashboard works without it.
  retry: false,
});

interface Sending {
  version: string | undefined;
  email: DisplayedOrderEmail;
  /** Idempotency key. */
  key: string;
}

/** The email is listed as waiting until the contact service has it. */
const withWaiting = (
  emails: DisplayedOrderEmail[],
  { email, key }: Sending,
  now = new Date().toISOString(),
): DisplayedOrderEmail[] => [
  {
    ...email,
    id: key,
    state: 'waiting',
    at: now,
    nextTryAt: now,
    reason: null,
    isToPresentAddress: true,
    hasText: false,
  },
  ...emails.filter(({ id, state }) => state === 'sent' || id !== email.id),
];

export function useEmailAgain(orderId: string) {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: orderEmailsQuery(orderId).queryKey,
    mutationFn: ({ version, email: { id: emailId, kind, about }, key }: Sending) => {
      const body = { kind, emailId, about } satisfies { [Field in keyof SendEmailAgainRequest]: unknown };
      const headers = { 'idempotency-key': key, ...toIfMatch(version) };
      return api.call(sendEmailAgain, { params: { id: orderId }, body, headers });
    },
    onSuccess: (_data, sending) => {
      queryClient.setQueryData(orderEmailsQuery(orderId).queryKey, (emails) => emails && withWaiting(emails, sending));
      toast({ title: 'Email on its way', description: 'It goes to the order’s present address.' });
    },
    onError: (error) => toast({ title: 'Email not sent', description: getErrorMessage(error), variant: 'destructive' }),
    // After an error too: the order may have changed in between.
    onSettled: () =>
      Promise.all([
        refreshOrder(queryClient, orderId),
        queryClient.invalidateQueries({ queryKey: adminKeys.refusedEmails }),
      ]),
  });
}
