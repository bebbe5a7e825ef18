import type { DisplayedAdminShop } from '@shop/contracts-order';
import { PERMISSION_MESSAGES } from '@shop/contracts-common';
import { getErrorMessage } from '@shop/web-kit';
import { EmptyState, ErrorState } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { isMissingCall } from '../failures.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { useMayAdmin } from '../session/permitted.js';
import { OwnerEmails } from './owner-emails.js';
import { CarriersSection } from './carriers-section.js';
import { DeliveryDaysSection } from './delivery-days-section.js';
import { HolidaySection } from './holiday-section.js';
import { ReplyTemplatesSection } from './reply-templates-section.js';
import { SellerSection } from './seller-section.js';
import { adminShopQuery } from './settings.queries.js';
import { TimeZoneSection } from './time-zone-section.js';

/** Of `GET /api/admin/shop`, from top to bottom. */
const SHOP_SECTIONS: readonly ComponentType<{ shop: DisplayedAdminShop }>[] = [
  SellerSection,
  CarriersSection,
  DeliveryDaysSection,
  HolidaySection,
  TimeZoneSection,
  ReplyTemplatesSection,
];

/** What other services set. Each loads its own data. */
const OTHER_SECTIONS: readonly ComponentType[] = [OwnerEmails];

function ShopSections() {
  const { data: shop, error, isPending, refetch } = useQuery(adminShopQuery);
  const mayChange = useMayAdmin('all');
  if (isPending) return <ListSkeleton />;
  if (shop)
    return (
      <>
        {!mayChange && <p className="max-w-178 text-pretty text-muted-foreground">{PERMISSION_MESSAGES.all}</p>}
        {SHOP_SECTIONS.map((Section, index) => (
          <Section key={index} shop={shop} />
        ))}
      </>
    );
  if (isMissingCall(error)) return <EmptyState icon={Settings2} title="This shop’s server has no settings" />;
  return <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />;
}

export function Settings() {
  return (
    <section aria-label="Settings" className="grid max-w-4xl gap-6">
      <ShopSections />
      {OTHER_SECTIONS.map((Section, index) => (
        <Section key={index} />
      ))}
    </section>
  );
}
