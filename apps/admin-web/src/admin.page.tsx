import { formatDollars } from '@shop/contracts-common';
import { getErrorMessage, useLazyComponent, usePageTitle } from '@shop/web-kit';
import { Badge, ErrorState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@shop/web-ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { DollarSign, Package, Shirt, UsersRound } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { StatCard, statsQuery } from './stats.js';
import { FailingPartsCard } from './parts/failing-parts-card.js';
import { LazyPart } from './lazy-part.js';
import { ListKeys } from './lists/list-keys.js';
import { SearchProvider } from './lists/search.js';
import { MoneyCard } from './money/money-card.js';
import { Orders } from './orders/orders.js';
import { RefusedEmailsCard } from './orders/refused-emails-card.js';
import { UnprintableCard } from './products/unprintable-products.js';
import { Products } from './products/products.js';
import { usePendingCount } from './reviews/reviews.queries.js';
import { Requests } from './requests/requests.js';
import { useUnreadCount } from './requests/requests.queries.js';

function Stats() {
  const { data: stats, isPending, error, refetch } = useQuery(statsQuery);
  if (isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {['orders', 'revenue', 'products', 'users'].map((key) => (
          <Skeleton key={key} className="h-28 rounded-card" />
        ))}
      </div>
    );
  }
  if (!stats) return <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div role="group" aria-label="Figures" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard label="Total Orders" value={stats.totalOrders} icon={Package} tintClassName="bg-peach" />
      <StatCard label="Revenue" value={formatDollars(stats.totalRevenue)} icon={DollarSign} tintClassName="bg-mint" />
      <StatCard label="Products" value={stats.totalProducts} icon={Shirt} tintClassName="bg-butter" />
      <StatCard label="Users" value={stats.totalUsers} icon={UsersRound} tintClassName="bg-lilac" />
    </div>
  );
}

function Dashboard() {
  return (
    <>
      <FailingPartsCard />
      <Stats />
      <UnprintableCard />
      <RefusedEmailsCard />
      <MoneyCard />
    </>
  );
}

// Downloaded with their tabs.
const Users = () => (
  <LazyPart
    subject="The users"
    part={useLazyComponent(() => import('./users/users.js').then((module) => module.Users), true)}
  />
);
/** With the chart's library. */
const Figures = () => (
  <LazyPart
    subject="The figures"
    part={useLazyComponent(() => import('./figures/figures.js').then((module) => module.Figures), true)}
  />
);
const Reviews = () => (
  <LazyPart
    subject="The reviews"
    part={useLazyComponent(() => import('./reviews/reviews.js').then((module) => module.Reviews), true)}
  />
);
const Settings = () => (
  <LazyPart
    subject="The settings"
    part={useLazyComponent(() => import('./settings/settings.js').then((module) => module.Settings), true)}
  />
);
const Styles = () => (
  <LazyPart
    subject="The styles"
    part={useLazyComponent(() => import('./styles/styles.js').then((module) => module.Styles), true)}
  />
);

interface Tab {
  key: string;
  label: string;
  Content: ComponentType;
}

const DEFAULT_TAB: Tab = { key: 'dashboard', label: 'Dashboard', Content: Dashboard };
const TABS: Tab[] = [
  DEFAULT_TAB,
  { key: 'orders', label: 'Orders', Content: Orders },
  { key: 'requests', label: 'Customer Requests', Content: Requests },
  { key: 'reviews', label: 'Reviews', Content: Reviews },
  { key: 'products', label: 'Products', Content: Products },
  { key: 'styles', label: 'Styles', Content: Styles },
  { key: 'figures', label: 'Figures', Content: Figures },
  { key: 'users', label: 'Users', Content: Users },
  { key: 'settings', label: 'Settings', Content: Settings },
];

function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <Badge variant="destructive" aria-label={`${count} ${label}`} className="px-2 tabular-nums">
      {count}
    </Badge>
  );
}

/**
 * Scrolls the tab list only, not the page. On a phone the tabs are wider than the window, and the badge shifts them.
 */
function scrollActiveTabToCentre(tabList: HTMLElement | null): void {
  const tab = tabList?.querySelector('[data-state=active]');
  if (!tabList || !tab) return;
  const getCentre = ({ left, width }: DOMRect): number => left + width / 2;
  tabList.scrollLeft += getCentre(tab.getBoundingClientRect()) - getCentre(tabList.getBoundingClientRect());
}

/** The tab is in the URL (`?tab=orders`), for reloads and shared links. */
export default function AdminPage() {
  usePageTitle('Admin');
  const [query, setQuery] = useSearchParams();
  const activeTab = TABS.find(({ key }) => key === query.get('tab')) ?? DEFAULT_TAB;

  const tabList = useRef<HTMLDivElement>(null);
  const unread = useUnreadCount();
  const pendingReviews = usePendingCount();
  useEffect(() => {
    scrollActiveTabToCentre(tabList.current);
  }, [activeTab, unread, pendingReviews]);

  return (
    <PageColumn>
      <div className="flex items-center justify-between">
        <PageHeading>Admin</PageHeading>
        <ListKeys />
      </div>
      <Tabs
        value={activeTab.key}
        onValueChange={(key) => setQuery(key === DEFAULT_TAB.key ? {} : { tab: key }, { replace: true })}
      >
        <TabsList ref={tabList} data-strip="" aria-label="Admin">
          {TABS.map(({ key, label }) => (
            <TabsTrigger key={key} value={key}>
              {label}
              {key === 'requests' && <CountBadge count={unread} label="new" />}
              {key === 'reviews' && <CountBadge count={pendingReviews} label="waiting" />}
            </TabsTrigger>
          ))}
        </TabsList>
        <SearchProvider>
          {TABS.map(({ key, Content }) => (
            <TabsContent key={key} value={key}>
              <Content />
            </TabsContent>
          ))}
        </SearchProvider>
      </Tabs>
    </PageColumn>
  );
}
