import { BULK_MAX } from '@shop/contracts-common';
import { Button } from '@shop/web-ui';
import { Dialog } from '@shop/web-ui/dialog';
import { Package, Play, Printer, Truck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useUrlId } from '../../url-state.js';
import { useIsSelectionFull, useSelectedOrders, useSelection } from '../selection.js';
import { BulkActionDialog } from './bulk-action-dialog.js';
import { PackingSlipsDialog, PrintFilesDialog } from './download-dialogs.js';
import { LastBulkActionsDialog } from './last-bulk-actions-dialog.js';
import { StartProcessingDialog } from './start-processing-dialog.js';
import { TrackingDialog } from './tracking-dialog.js';

/** Dialogs for the selected orders. Others are in the URL, because they make sense after a reload. */
type SelectionDialog = 'start' | 'print-files' | 'packing-slips';

const ACTIONS = [
  { key: 'start', label: 'Start Processing', Icon: Play },
  { key: 'print-files', label: 'Print files', Icon: Printer },
  { key: 'packing-slips', label: 'Packing slips', Icon: Package },
] as const satisfies readonly { key: SelectionDialog; label: string; Icon: unknown }[];

interface BarProps {
  onOpen: (dialog: SelectionDialog) => void;
  onTracking: () => void;
}

/** What gets the focus is scrolled above the bar (WCAG 2.2, 2.4.11). */
function useRoomBelow() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const element = bar.current;
    if (element && getComputedStyle(element).position === 'sticky')
      style.scrollPaddingBottom = `${element.offsetHeight + 24}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  });
  return bar;
}

/**
 * At the lower edge of the window, while orders are selected. In a low window it would cover the rows, so it stays below the list. Below 1024 px
 * its actions are one line that scrolls.
 */
function BulkBar({ onOpen, onTracking }: BarProps) {
  const selection = useSelection();
  const { size } = useSelectedOrders();
  const isFull = useIsSelectionFull();
  const bar = useRoomBelow();
  return (
    <div
      ref={bar}
      role="region"
      aria-label="Selected orders"
      className="bottom-3 z-20 mt-4 [@media(min-height:24rem)]:sticky grid items-center gap-x-4 gap-y-2 rounded-card border border-border-strong bg-card px-4 py-3 shadow-lg lg:grid-cols-[1fr_auto]"
    >
      <div className="flex min-w-0 items-center justify-between gap-3 lg:justify-start">
        <div role="status" className="min-w-0">
          <p className="font-semibold whitespace-nowrap">{size} selected</p>
          {isFull && (
            <p className="text-sm text-muted-foreground">
              At most {BULK_MAX} orders can be selected at once. Further ones are not.
            </p>
          )}
        </div>
        <Button size="sm" variant="ghost" onClick={() => selection.clear()} className="shrink-0">
          <X aria-hidden />
          Clear
        </Button>
      </div>
      <div
        data-strip=""
        data-selection-actions=""
        className="-m-1 flex max-w-full gap-2 overflow-x-auto p-1 lg:max-w-none lg:flex-wrap"
      >
        {ACTIONS.map(({ key, label, Icon }) => (
          <Button
            key={key}
            size="sm"
            variant={key === 'start' ? 'default' : 'outline'}
            onClick={() => onOpen(key)}
            className="shrink-0"
          >
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
        <Button size="sm" variant="outline" onClick={onTracking} className="shrink-0">
          <Truck aria-hidden />
          Tracking numbers
        </Button>
      </div>
    </div>
  );
}

function UrlDialog({ name, onOpen }: { name: string | undefined; onOpen: (name: string | null) => void }) {
  if (name === undefined) return null;
  if (name === 'tracking') return <TrackingDialog onStarted={onOpen} onClose={() => onOpen(null)} />;
  if (name === 'last') return <LastBulkActionsDialog onOpen={onOpen} />;
  return <BulkActionDialog key={name} id={name} onOpen={onOpen} />;
}

/** What can be done with many orders at once. A chunk of its own. */
export function BulkActions() {
  const [urlDialog, setUrlDialog] = useUrlId('bulk');
  const [dialog, setDialog] = useState<SelectionDialog | null>(null);
  const selected = useSelectedOrders();
  const orders = [...selected.values()];
  const close = (): void => setDialog(null);
  const handleStarted = (id: string): void => {
    close();
    setUrlDialog(id);
  };
  return (
    <>
      {selected.size > 0 && <BulkBar onOpen={setDialog} onTracking={() => setUrlDialog('tracking')} />}
      <Dialog open={dialog !== null && selected.size > 0} onOpenChange={close}>
        {dialog === 'start' && <StartProcessingDialog orders={orders} onStarted={handleStarted} onClose={close} />}
        {dialog === 'print-files' && <PrintFilesDialog orders={orders} />}
        {dialog === 'packing-slips' && <PackingSlipsDialog orders={orders} />}
      </Dialog>
      <Dialog open={urlDialog !== undefined} onOpenChange={() => setUrlDialog(null)}>
        <UrlDialog name={urlDialog} onOpen={setUrlDialog} />
      </Dialog>
    </>
  );
}
