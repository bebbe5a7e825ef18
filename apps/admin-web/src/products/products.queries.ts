import type { DisplayedAdminProduct, VariantChange, VariantForm } from '@shop/contracts-catalog';
import {
  changeProduct,
  changeVariant,
  copyProduct,
  createProduct,
  createVariant,
  deleteProduct,
  getAdminProduct,
  getProductTimeline,
  listAdminProducts,
  listAdminVariants,
  searchProducts,
} from '@shop/contracts-catalog/routes';
import { api, queryKeys, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { getItem, invalidateShortLists, type ListDefinition, ROWS_PER_PAGE, updateRow } from '../lists/list-query.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import type { ProductPayload } from './form/product-fields.rules.js';

export const productsList: ListDefinition<typeof listAdminProducts> = {
  listKey: adminKeys.products,
  route: listAdminProducts,
  firstPageUrl: api.url(listAdminProducts, { query: { limit: ROWS_PER_PAGE } }),
};

export const findProducts = (words: string): ListDefinition<typeof searchProducts> => ({
  listKey: adminKeys.products,
  route: searchProducts,
  firstPageUrl: api.url(searchProducts, { query: { limit: ROWS_PER_PAGE } }),
  words,
});

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.product(id),
    queryFn: ({ signal }) =>
      getItem(
        id,
        () => api.call(getAdminProduct, { params: { id }, signal }),
        () => api.call(listAdminProducts, { signal }),
      ),
    // The edit form is based on this data: a background refetch must not change it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const productTimelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(id), 'timeline'],
    queryFn: ({ signal }) => api.call(getProductTimeline, { params: { id }, signal }),
  });

export const variantsQuery = (productId: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(productId), 'variants'],
    queryFn: ({ signal }) => api.call(listAdminVariants, { params: { id: productId }, signal }),
  });

/** What a change or deletion is based on. `version` is absent if the server has none. */
interface SeenProduct {
  id: string;
  version: number | undefined;
}

const showError = (title: string, description: string) => () => toast({ title, description, variant: 'destructive' });

/** Mutations of products, with their toasts and refetches. The same `key` creates one product. */
export function useProductChanges() {
  const queryClient = useQueryClient();
  const refresh = (...keys: (readonly string[])[]) =>
    Promise.all([
      invalidateShortLists(queryClient, adminKeys.products),
      ...[...keys, queryKeys.products, adminKeys.unprintable].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ]);

  /** The number of products. Refetched even while the dashboard is not mounted (spec, section 7). */
  const refreshStats = () => queryClient.invalidateQueries({ queryKey: adminKeys.stats, refetchType: 'all' });

  const create = useAdminMutation({
    list: null,
    mutationFn: ({ key, form }: { key: string; form: ProductPayload }) =>
      api.call(createProduct, { body: form, headers: { 'idempotency-key': key } }),
    onSuccess: () => {
      toast({ title: 'Product created' });
      return Promise.all([refresh(), refreshStats()]);
    },
    onError: showError('Creation failed', 'Could not create product'),
  });
  const update = useAdminMutation({
    list: adminKeys.products,
    mutationFn: ({ id, version, change }: SeenProduct & { change: Partial<ProductPayload> }) =>
      api.call(changeProduct, { params: { id }, body: change, headers: toIfMatch(version) }),
    onSuccess: ({ version }, { id }) => {
      // A long list is not loaded again.
      updateRow<DisplayedAdminProduct>(queryClient, adminKeys.products, id, { version });
      toast({ title: 'Product updated' });
    },
    onError: showError('Update failed', 'Could not update product'),
    onSettled: (_data, _error, { id }) => refresh(adminKeys.product(id)),
  });
  const remove = useAdminMutation({
    list: adminKeys.products,
    mutationFn: ({ id, version }: SeenProduct) =>
      api.call(deleteProduct, { params: { id }, headers: toIfMatch(version) }),
    onSuccess: () => {
      toast({ title: 'Product deleted' });
      return Promise.all([refresh(), refreshStats()]);
    },
    onError: showError('Delete failed', 'Could not delete product'),
  });
  const duplicate = useAdminMutation({
    list: adminKeys.products,
    mutationFn: ({ key, id }: { key: string; id: string }) =>
      api.call(copyProduct, { params: { id }, headers: { 'idempotency-key': key } }),
    onSuccess: () => {
      toast({ title: 'Product created' });
      return Promise.all([refresh(), refreshStats()]);
    },
    onError: showError('Creation failed', 'Could not create product'),
  });
  return { create, update, remove, duplicate };
}

/** Activates or deactivates a product. Optimistic: an error restores the list. */
export function useActiveSwitch({ id, active, version }: Pick<DisplayedAdminProduct, 'id' | 'active' | 'version'>) {
  const queryClient = useQueryClient();
  const { update } = useProductChanges();
  const setCachedActive = (isActive: boolean): void =>
    updateRow<DisplayedAdminProduct>(queryClient, adminKeys.products, id, { active: isActive });
  const toggle = async (): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: adminKeys.products });
    setCachedActive(!active);
    update.mutate({ id, version, change: { active: !active } }, { onError: () => setCachedActive(active) });
  };
  return { toggle, isPending: update.isPending, error: update.error };
}

/** Mutations of a product's variants, with their toasts and refetches. The same `key` creates one variant. */
export function useVariantChanges(productId: string) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      // The list marks a product without a size on sale.
      invalidateShortLists(queryClient, adminKeys.products),
      ...[adminKeys.product(productId), queryKeys.variants, adminKeys.unprintable].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ]);
  const callbacks = {
    onSuccess: () => toast({ title: 'Product updated' }),
    onError: () => toast({ title: 'Update failed', description: 'Could not update product', variant: 'destructive' }),
    // After an error too: another admin may have changed it in between.
    onSettled: refresh,
  };
  const add = useAdminMutation({
    list: null,
    mutationFn: ({ key, form }: { key: string; form: VariantForm }) =>
      api.call(createVariant, { params: { id: productId }, body: form, headers: { 'idempotency-key': key } }),
    ...callbacks,
  });
  const change = useAdminMutation({
    list: variantsQuery(productId).queryKey,
    mutationFn: ({ id, version, change: body }: SeenProduct & { change: VariantChange }) =>
      api.call(changeVariant, {
        params: { id: productId, variantId: id },
        body,
        headers: toIfMatch(version),
      }),
    ...callbacks,
  });
  return { add, change };
}
