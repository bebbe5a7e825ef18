import { Card } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { adminKeys } from '../admin-keys.js';
import { type FailingPart, listFailingParts } from './shop-parts.rules.js';

const REFETCH_MS = 60_000;

/** `/readyz` answers 503 with the same body while a part fails. A server without it has nothing to show. */
async function fetchFailingParts(signal: AbortSignal): Promise<FailingPart[]> {
  const response = await fetch('/readyz', { signal, headers: { accept: 'application/json' } });
  return listFailingParts(await response.json());
}

const failingPartsQuery = queryOptions({
  queryKey: adminKeys.parts,
  queryFn: ({ signal }) => fetchFailingParts(signal),
  refetchInterval: REFETCH_MS,
  retry: false,
});

/** On the dashboard: parts of the shop that do not work; nothing while all work. */
export function FailingPartsCard() {
  const { data: parts = [] } = useQuery(failingPartsQuery);
  if (parts.length === 0) return null;
  return (
    <Card role="status" className="mb-6 border-2 border-destructive p-6" aria-label="Parts that do not work">
      <h2 className="flex items-center gap-2 font-display text-2xl font-bold">
        <TriangleAlert aria-hidden className="size-6 shrink-0 text-destructive-text" />
        {parts.length === 1 ? 'A part of the shop does not work' : `${parts.length} parts of the shop do not work`}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {parts.map(({ key, message }) => (
          <li key={key}>{message}</li>
        ))}
      </ul>
    </Card>
  );
}
