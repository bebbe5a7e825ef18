import { getUserDesigns } from '@shop/contracts-art/routes';
import type { Role } from '@shop/contracts-common';
import type { DisplayedUser, DisplayedUserDetail } from '@shop/contracts-identity';
import {
  changeUserRole,
  confirmPassword,
  endSessionsOfUser,
  eraseUser,
  getUser,
  listUsers,
  searchUsers,
} from '@shop/contracts-identity/routes';
import { getUserPurchases } from '@shop/contracts-order/routes';
import type { DisplayedSubmission } from '@shop/contracts-support';
import { listContactRequests, searchContactRequests } from '@shop/contracts-support/routes';
import { api, ApiError, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { CUSTOMER_ROWS } from '../customers/customer-orders.queries.js';
import { invalidateShortLists, ROWS_PER_PAGE, updateRow, type ListDefinition } from '../lists/list-query.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

export interface UserFilters {
  role?: Role;
}

export const getUsersList = (filters: UserFilters): ListDefinition<typeof listUsers> => ({
  listKey: adminKeys.users,
  route: listUsers,
  firstPageUrl: api.url(listUsers, { query: { limit: ROWS_PER_PAGE, ...filters } }),
  filters: { ...filters },
});

export const findUsers = (words: string, filters: UserFilters): ListDefinition<typeof searchUsers> => ({
  listKey: adminKeys.users,
  route: searchUsers,
  firstPageUrl: api.url(searchUsers, { query: { limit: ROWS_PER_PAGE, ...filters } }),
  words,
  filters: { ...filters },
});

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.user(id),
    queryFn: ({ signal }) => api.call(getUser, { params: { id }, signal }),
  });

export const purchasesQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.customer('purchases', id),
    queryFn: ({ signal }) => api.call(getUserPurchases, { params: { id }, signal }),
  });

export const designsQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.customer('designs', id),
    queryFn: ({ signal }) => api.call(getUserDesigns, { params: { id }, signal }),
  });

/**
 * Anyone may write with an address that no one has confirmed. A server of a version before knows no `email`: its search finds the words anywhere.
 */
async function findRequestsByEmail(
  { email, emailConfirmed }: DisplayedUser,
  signal: AbortSignal,
): Promise<DisplayedSubmission[]> {
  if (!emailConfirmed) return [];
  const query = { limit: CUSTOMER_ROWS };
  const found = await api.call(searchContactRequests, { query, body: { words: email, email }, signal });
  return found.filter((request) => request.email.toLowerCase() === email.toLowerCase());
}

/** The newest requests of a user: sent while signed in, or with the confirmed email of the account. */
export const userRequestsQuery = (user: DisplayedUser) =>
  queryOptions({
    queryKey: adminKeys.customer('requests', user.id),
    queryFn: async ({ signal }) => {
      const [own, byEmail] = await Promise.all([
        api.call(listContactRequests, { query: { userId: user.id, limit: CUSTOMER_ROWS }, signal }),
        findRequestsByEmail(user, signal),
      ]);
      const requests = [...new Map([...own, ...byEmail].map((request) => [request.id, request])).values()];
      return requests.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, CUSTOMER_ROWS);
    },
  });

/** Changes an account. Each answers how it is now. */
export const userChanges = {
  endSessions: ({ id }: DisplayedUserDetail) => api.call(endSessionsOfUser, { params: { id } }),
  erase: ({ id }: DisplayedUserDetail) => api.call(eraseUser, { params: { id } }),
  setRole:
    (role: Role, permissions: string[]) =>
    ({ id, version }: DisplayedUserDetail) =>
      api.call(changeUserRole, { params: { id }, body: { role, permissions }, headers: toIfMatch(version) }),
};

export type UserChange = (user: DisplayedUserDetail) => Promise<DisplayedUserDetail>;

/** The call takes a sign-in of the last ten minutes, or the password again. */
export const isPasswordNeeded = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'SIGN_IN_NOT_RECENT';

interface Change {
  user: DisplayedUserDetail;
  change: UserChange;
  /** Confirmed first, if it is not empty. */
  password: string;
}

export function useUserChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.users,
    mutationFn: async ({ user, change, password }: Change) => {
      if (password !== '') await api.call(confirmPassword, { body: { password } });
      return change(user);
    },
    onSuccess: (user, { user: { id } }) => {
      queryClient.setQueryData(adminKeys.user(id), user);
      updateRow<DisplayedUser>(queryClient, adminKeys.users, id, user);
    },
    onSettled: (_data, _error, { user: { id } }) =>
      Promise.all([
        invalidateShortLists(queryClient, adminKeys.users),
        queryClient.invalidateQueries({ queryKey: adminKeys.user(id) }),
      ]),
  });
}
