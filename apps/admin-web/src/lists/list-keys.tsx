import { Button, Tooltip } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { Keyboard } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** Keys of the lists, for the dialog that names them. Enter on a row is the browser's own. */
const KEYS = [
  ['/', 'Go to the search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row; in the search, go to the first row'],
  ['x', 'Select the row, in orders'],
  ['a', 'Go to the actions of the selected orders'],
  ['Esc', 'Close what is open, or leave the search'],
  ['?', 'Show these keys'],
] as const;

/** In the browser only: one person uses it. Without storage the choice lasts until the page is reloaded. */
const SWITCHED_OFF = 'admin-keys-off';
const listeners = new Set<() => void>();
let areOn = readStored();

function readStored(): boolean {
  try {
    return localStorage.getItem(SWITCHED_OFF) === null;
  } catch {
    return true;
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function switchKeys(isOn: boolean): void {
  areOn = isOn;
  for (const listener of listeners) listener();
  try {
    if (isOn) localStorage.removeItem(SWITCHED_OFF);
    else localStorage.setItem(SWITCHED_OFF, '');
  } catch {
    // The browser stores nothing for this page.
  }
}

/** Where a letter is input, or already has a meaning. */
const TAKEN =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(TAKEN) !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** The links of the rows, in the order of the page. */
const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-link]')];

const findRow = (element: Element | null): Element | null => element?.closest('li, tr') ?? null;

function selectFocusedRow(): void {
  findRow(document.activeElement)?.querySelector<HTMLElement>('[data-row-select]')?.click();
}

/** The search has answered when rows are there: while it loads, there are none. */
export const focusFirstRow = (): void => listRows()[0]?.focus();

/** `step` from the row with the focus; without one the first or the last. */
function focusRow(step: 1 | -1): void {
  const rows = listRows();
  const at = rows.findIndex((row) => findRow(row)?.contains(document.activeElement));
  const row = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Keys for the list on the page, and the button that names them. They can be switched off (WCAG 2.2, 2.1.4). */
export function ListKeys() {
  const isOn = useSyncExternalStore(subscribe, () => areOn);
  const [isOpen, setIsOpen] = useState(false);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isTaken(event)) return;
    const actions: Readonly<Record<string, () => void>> = {
      '/': () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
      j: () => focusRow(1),
      k: () => focusRow(-1),
      x: selectFocusedRow,
      a: () => document.querySelector<HTMLElement>('[data-selection-actions] button')?.focus(),
      '?': () => setIsOpen(true),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <Tooltip label="Keys">
        <Button variant="ghost" size="icon" aria-label="Keys" onClick={() => setIsOpen(true)}>
          <Keyboard aria-hidden />
        </Button>
      </Tooltip>
      <DialogContent title="Keys">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
          {KEYS.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-control border border-border-strong px-2 py-0.5 font-semibold">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-5 flex items-center gap-3">
          <input type="checkbox" checked={isOn} onChange={(event) => switchKeys(event.currentTarget.checked)} />
          Use these keys in this browser
        </label>
      </DialogContent>
    </Dialog>
  );
}
