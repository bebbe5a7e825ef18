import type { ShopSection } from '@shop/contracts-order';
import { changeShop, getAdminShop } from '@shop/contracts-order/routes';
import { api, queryKeys, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

export const adminShopQuery = queryOptions({
  queryKey: adminKeys.shop,
  queryFn: ({ signal }) => api.call(getAdminShop, { signal }),
});

interface SectionChange {
  section: ShopSection;
  /** As typed: the form has checked it with the contract's schema. */
  value: unknown;
  version: number;
}

/** Saves one section. After an error too the newest settings are loaded: another admin may have changed them. */
export function useShopChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: null,
    mutationFn: ({ section, value, version }: SectionChange) =>
      api.call(changeShop, { body: { [section]: value }, headers: toIfMatch(version) }),
    onSuccess: (shop) => {
      queryClient.setQueryData(adminKeys.shop, shop);
      void queryClient.invalidateQueries({ queryKey: queryKeys.shop });
      toast({ title: 'Settings saved' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: adminKeys.shop }),
  });
}
