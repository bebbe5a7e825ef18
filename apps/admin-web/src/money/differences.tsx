import type { AdminMoney, MoneyDifference } from '@shop/contracts/order';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { OpenLink } from '../address/opening.js';
import { Moment } from '../moment.js';
import { useMending } from './use-mending.js';

type Mending = ReturnType<typeof useMending>;

interface DialogProps {
  difference: MoneyDifference;
  mending: Mending;
  onClose: () => void;
}

/** Where money moves, it is asked first. */
function MendDialog({ difference, mending, onClose }: DialogProps) {
  if (!difference.remedy?.warning) return null;
  return (
    <DialogContent title={`${difference.remedy.label}?`} description={difference.remedy.warning}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Leave It
        </Button>
        <Button
          variant="destructive"
          shut={mending.isPending}
          onClick={() => mending.mend(difference, { onSuccess: onClose, onError: onClose })}
        >
          {mending.isPending ? 'Mending...' : difference.remedy.label}
        </Button>
      </div>
    </DialogContent>
  );
}

/** Where the payment provider alone can mend it, the way there. */
function Remedy({ difference, mending, onAsk }: { difference: MoneyDifference; mending: Mending; onAsk: () => void }) {
  const { remedy } = difference;
  if (!remedy) return null;
  const look = { variant: 'outline', size: 'sm', className: 'shrink-0 self-start sm:self-center' } as const;
  if (remedy.href) {
    return (
      <Button {...look} asChild>
        <a href={remedy.href} target="_blank" rel="noreferrer" aria-label={`${remedy.label}, opens in a new tab`}>
          {remedy.label}
        </a>
      </Button>
    );
  }
  return (
    <Button {...look} shut={mending.isPending} onClick={() => (remedy.warning ? onAsk() : mending.mend(difference))}>
      {remedy.label}
    </Button>
  );
}

function Difference({ difference, mending }: { difference: MoneyDifference; mending: Mending }) {
  const [isAsking, setAsking] = useState(false);
  const { orderId, orderNumber, sentence, since } = difference;
  return (
    <li className="flex flex-col gap-3 border-t border-border py-4 sm:flex-row sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1">
        <p className="max-w-[75ch] [overflow-wrap:anywhere]">{sentence}</p>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <Moment at={since} />
          {orderId && (
            <OpenLink
              kind="order"
              id={orderId}
              className="inline-flex min-h-11 items-center font-semibold text-foreground underline underline-offset-4"
            >
              Open {orderNumber}
            </OpenLink>
          )}
        </p>
      </div>
      <Remedy difference={difference} mending={mending} onAsk={() => setAsking(true)} />
      <Dialog open={isAsking} onOpenChange={setAsking}>
        {isAsking && <MendDialog difference={difference} mending={mending} onClose={() => setAsking(false)} />}
      </Dialog>
    </li>
  );
}

/** Where payments, orders and print jobs do not agree, each with the one button that mends it. */
export function Differences({ differences, differencesCount }: Pick<AdminMoney, 'differences' | 'differencesCount'>) {
  const mending = useMending();
  return (
    <>
      <ul aria-label="Differences" className="mt-5">
        {differences.map((difference) => (
          <Difference key={difference.id} difference={difference} mending={mending} />
        ))}
      </ul>
      {differencesCount > differences.length && (
        <p className="border-t border-border pt-4 text-sm text-muted-foreground">
          The newest {differences.length} of {differencesCount} are shown; the next come up as these are mended.
        </p>
      )}
    </>
  );
}
