import { formatDollars } from '@shop/contracts/common';
import { getErrorMessage } from '@shop/web-kit';
import { ErrorState, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { DollarSign, Package, Shirt, UsersRound } from 'lucide-react';
import { MoneyCard } from '../money/money-card.js';
import { StatCard, statsQuery } from './stats.js';

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

export function Dashboard() {
  return (
    <>
      <Stats />
      <MoneyCard />
    </>
  );
}
