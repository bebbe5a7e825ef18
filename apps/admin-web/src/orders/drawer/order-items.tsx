import { getChoiceLabel } from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import type { DisplayedAdminOrderDetail, DisplayedAdminOrderItem } from '@shop/contracts-order';
import { useSingleFlight } from '@shop/web-kit';
import { Button, Card, Picture } from '@shop/web-ui';
import { Download } from 'lucide-react';
import { usePrintFileRecreation } from '../orders.queries.js';
import { Section } from './section.js';

function OrderTotals({ order }: { order: Pick<DisplayedAdminOrderDetail, 'subtotal' | 'shipping' | 'tax' | 'total'> }) {
  const lines = [
    ['Subtotal', order.subtotal],
    ['Shipping', order.shipping],
    ['Tax', order.tax],
  ].filter((line): line is [string, string] => line[1] !== null);
  return (
    <dl className="mt-4 ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-y-1 tabular-nums">
      {lines.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="pl-6 text-right">{formatDollars(amount)}</dd>
        </div>
      ))}
      <div className="contents text-lg font-bold">
        <dt className="border-t border-border pt-2">Total</dt>
        <dd className="border-t border-border pt-2 pl-6 text-right">{formatDollars(order.total)}</dd>
      </div>
    </dl>
  );
}

/** Texts for the failure codes of art-svc. */
const PRINT_FILE_FAILURES: Readonly<Record<string, string>> = {
  'artwork-missing': 'The artwork is no longer there, so it can’t be printed.',
  'product-unknown': 'The catalogue did not know this product, so there is no print area.',
  'not-drawn': 'The print file could not be drawn.',
};

const PICTURE = 'size-full rounded-control object-cover';

/** The mock-up. Until it exists, the product's picture with the artwork on it. */
function ItemPicture({ item }: { item: DisplayedAdminOrderItem }) {
  if (item.mockupUrl)
    return <Picture src={item.mockupUrl} alt={`${item.title} with the artwork`} sizes="160px" className={PICTURE} />;
  return (
    <>
      <Picture src={item.imageUrl} alt={item.title} sizes="160px" className={PICTURE} />
      {item.generatedImage && (
        <Picture
          src={item.generatedImage.url}
          alt="The artwork"
          sizes="80px"
          className="absolute -right-2 -bottom-2 size-1/2 rounded-control border-2 border-card bg-muted object-cover shadow-card"
        />
      )}
    </>
  );
}

function DownloadLink({ url, file, what: label, title }: { url: string; file: string; what: string; title: string }) {
  return (
    <Button asChild variant="outline" size="sm">
      <a href={url} download={file}>
        <Download aria-hidden />
        {label}
        <span className="sr-only">
          {' '}
          of <bdi>{title}</bdi>
        </span>
      </a>
    </Button>
  );
}

function PrintFile({ item, isPaid, name }: { item: DisplayedAdminOrderItem; isPaid: boolean; name: string }) {
  const { printFile, printFileFailure } = item;
  if (printFileFailure) {
    return (
      <p role="alert" className="text-sm font-semibold text-destructive-text">
        {PRINT_FILE_FAILURES[printFileFailure] ?? printFileFailure}
      </p>
    );
  }
  if (!printFile)
    return (
      <p className="text-sm text-muted-foreground">
        {isPaid ? 'The print file is being made…' : 'The print file is made once the order is paid.'}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <DownloadLink url={printFile.url} file={`${name}.png`} what="Print file" title={item.title} />
      {item.mockupUrl && (
        <DownloadLink url={item.mockupUrl} file={`${name}-mock-up.jpg`} what="Mock-up" title={item.title} />
      )}
      <span className="text-sm text-muted-foreground tabular-nums">
        {printFile.widthPx} × {printFile.heightPx} px, artwork at {printFile.dpi} dpi
      </span>
    </div>
  );
}

function Item({ item, isPaid, name }: { item: DisplayedAdminOrderItem; isPaid: boolean; name: string }) {
  const choices = Object.entries(item.variantSelections).filter(([, choice]) => choice);
  return (
    <li>
      <Card className="grid gap-5 p-4 min-[26rem]:grid-cols-[8rem_1fr] sm:p-5">
        <div className="relative size-32">
          <ItemPicture item={item} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <div>
            <p className="font-display text-lg leading-snug font-bold [overflow-wrap:anywhere]">
              <bdi>{item.title}</bdi>
            </p>
            {choices.map(([option, choice]) => (
              <p key={option} className="[overflow-wrap:anywhere] text-muted-foreground">
                {getChoiceLabel(option, item.category)}: <bdi>{choice}</bdi>
              </p>
            ))}
            {item.missingChoices?.map(({ type, label }) => (
              <p key={type} className="font-semibold text-destructive-text">
                {label}: not chosen
              </p>
            ))}
            <p className="mt-1 tabular-nums">
              {item.quantity} × {formatDollars(item.unitPrice)}{' '}
              <span className="font-semibold">= {formatDollars(item.subtotal)}</span>
            </p>
          </div>
          <PrintFile item={item} isPaid={isPaid} name={name} />
        </div>
      </Card>
    </li>
  );
}

/** One button for all missing print files of the order. */
function RecreatePrintFile({ id }: { id: string }) {
  const recreation = usePrintFileRecreation();
  const recreateOnce = useSingleFlight(recreation);
  return (
    <Button
      variant="outline"
      size="sm"
      className="mt-4"
      disabledFocusable={recreation.isPending}
      onClick={() => recreateOnce({ id })}
    >
      {recreation.isPending ? 'Asking...' : 'Make the print file again'}
    </Button>
  );
}

export function OrderItems({ order }: { order: DisplayedAdminOrderDetail }) {
  return (
    <Section title="Items">
      <ul className="grid gap-4">
        {order.items.map((item, index) => (
          <Item
            key={item.id}
            item={item}
            isPaid={order.paymentStatus === 'paid'}
            name={`${order.orderNumber}-${index + 1}`}
          />
        ))}
      </ul>
      {order.isPrintFileMissing && <RecreatePrintFile id={order.id} />}
      <OrderTotals order={order} />
    </Section>
  );
}
