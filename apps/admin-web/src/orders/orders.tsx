import { ORDER_STATUSES, PAYMENT_STATUSES, type AdminOrder } from '@shop/contracts/order';
import { EmptyState, Field, Select } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Package, SearchX } from 'lucide-react';
import { useState } from 'react';
import { ListFrame } from '../list-frame.js';
import { ordersQuery } from './api/list-orders.js';
import { OrderRow } from './order-row.js';

const ALL = 'all';

interface FilterProps {
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function StatusFilter({ label, options, value, onChange }: FilterProps) {
  return (
    <Field label={label} className="w-full sm:w-52">
      <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value={ALL}>All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function MatchingOrders({ orders }: { orders: AdminOrder[] }) {
  if (orders.length === 0) return <EmptyState icon={SearchX} title="No orders match the selected filters" />;
  return (
    <ul className="grid gap-4">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderRow order={order} />
        </li>
      ))}
    </ul>
  );
}

export function Orders() {
  const query = useQuery(ordersQuery);
  const [status, setStatus] = useState<string>(ALL);
  const [paymentStatus, setPaymentStatus] = useState<string>(ALL);
  const matches = (order: AdminOrder): boolean =>
    (status === ALL || order.status === status) && (paymentStatus === ALL || order.paymentStatus === paymentStatus);

  return (
    <section aria-label="Orders">
      <div className="mb-6 flex flex-wrap gap-4">
        <StatusFilter label="Order status" options={ORDER_STATUSES} value={status} onChange={setStatus} />
        <StatusFilter label="Payment status" options={PAYMENT_STATUSES} value={paymentStatus} onChange={setPaymentStatus} />
      </div>
      <ListFrame query={query} empty={<EmptyState icon={Package} title="No orders yet" />}>
        {(orders) => <MatchingOrders orders={orders.filter(matches)} />}
      </ListFrame>
    </section>
  );
}
