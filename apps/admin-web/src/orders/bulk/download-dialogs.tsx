import { downloadPrintFiles } from '@shop/contracts-art/routes';
import { getPackingSlips } from '@shop/contracts-order/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Button, ErrorState, Spinner } from '@shop/web-ui';
import { DialogContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { SelectedOrder } from '../selection.js';
import { printFilesQuery } from './bulk.queries.js';
import { countOrders, OrderNote, OrderNotes } from './order-notes.js';

const DownloadLink = ({ href, label }: { href: string; label: string }) => (
  <Button asChild className="justify-self-end">
    <a href={href} download>
      <Download aria-hidden />
      {label}
    </a>
  </Button>
);

interface MissingProps {
  title: string;
  missing: readonly { orderNumber: string; message: string }[];
}

function Missing({ title, missing }: MissingProps) {
  if (missing.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>{title}</p>
      <OrderNotes label="Not in the file">
        {missing.map(({ orderNumber, message }, index) => (
          <OrderNote key={index} before={orderNumber}>
            {message}
          </OrderNote>
        ))}
      </OrderNotes>
    </div>
  );
}

const countFiles = (count: number): string => `${count} ${count === 1 ? 'print file' : 'print files'}`;
const listNumbers = (orders: readonly SelectedOrder[]): string[] => orders.map(({ orderNumber }) => orderNumber);

/** Names the orders without a print file before the ZIP is downloaded. */
export function PrintFilesDialog({ orders }: { orders: readonly SelectedOrder[] }) {
  const numbers = listNumbers(orders);
  const { data, error, refetch } = useQuery(printFilesQuery(numbers));
  return (
    <DialogContent title="Print files" description={`One ZIP with a folder for each of ${countOrders(orders.length)}.`}>
      {!data &&
        (error ? (
          <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading" />
        ))}
      {data && (
        <div className="grid gap-5">
          <p>
            {data.files === 0
              ? 'No print file is ready.'
              : `${countFiles(data.files)} ${data.files === 1 ? 'is' : 'are'} ready.`}
          </p>
          <Missing
            title={data.files > 0 ? 'Not in the ZIP, which has this list too:' : 'Without a print file:'}
            missing={data.missing}
          />
          {data.files > 0 && (
            <DownloadLink
              href={api.url(downloadPrintFiles, { query: { orders: numbers.join(',') } })}
              label="Download ZIP"
            />
          )}
        </div>
      )}
    </DialogContent>
  );
}

const WITHOUT_SLIP: Readonly<Record<string, string>> = {
  created: 'It is not paid.',
  cancelled: 'It was cancelled.',
};

export function PackingSlipsDialog({ orders }: { orders: readonly SelectedOrder[] }) {
  const missing = orders.flatMap(({ orderNumber, status }) => {
    const message = WITHOUT_SLIP[status];
    return message ? [{ orderNumber, message }] : [];
  });
  const count = orders.length - missing.length;
  return (
    <DialogContent
      title="Packing slips"
      description={
        count === 0
          ? 'No selected order gets a packing slip.'
          : `One PDF without prices for ${countOrders(count)}, each on a page of its own.`
      }
    >
      <div className="grid gap-5">
        <Missing title="Without a packing slip:" missing={missing} />
        {count > 0 && (
          <DownloadLink
            href={api.url(getPackingSlips, { query: { orders: listNumbers(orders).join(',') } })}
            label="Download PDF"
          />
        )}
      </div>
    </DialogContent>
  );
}
