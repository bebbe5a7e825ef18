import { createContext, use, useCallback, useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useChangeQuery } from './use-change-query.js';

/** What can be opened over its list, and the tab it lies in. */
const TABS = { order: 'orders', request: 'requests', product: 'products' } as const;
export type ItemKind = keyof typeof TABS;

type OpenItem = (kind: ItemKind, id: string) => void;

const OpenItemContext = createContext<OpenItem>(() => undefined);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** In place of an id: one that is yet to be made. */
export const NEW_ITEM_ID = 'new';

/** The address at which a thing stands open, to be linked. */
export const getItemUrl = (kind: ItemKind, id: string): string => `/admin?tab=${TABS[kind]}&${kind}=${id}`;

/** Lets rows open what they stand for without listening to the address: ten thousand of them would be drawn again at each change of it. */
export function OpenItemProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = useCallback<OpenItem>(
    (kind, id) => {
      // Where the browser is, which may be ahead of what is drawn.
      const { pathname, search } = window.location;
      const query = new URLSearchParams(pathname === '/admin' ? search : '');
      if (query.get(kind) === id) return; // pressed twice
      query.set('tab', TABS[kind]);
      query.set(kind, id);
      void navigate(`/admin?${query}`, { state: { opened: kind } });
    },
    [navigate],
  );
  return <OpenItemContext value={open}>{children}</OpenItemContext>;
}

export const useOpenItem = (): OpenItem => use(OpenItemContext);

interface LinkProps {
  kind: ItemKind;
  id: string;
  children: ReactNode;
  className?: string;
}

/** The name of a row, which opens it; with a modifier key in another tab of the browser, as any link. */
export function OpenItemLink({ kind, id, children, className }: LinkProps) {
  const open = useOpenItem();
  const handleClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(kind, id);
  };
  return (
    <a id={getRowId(kind, id)} href={getItemUrl(kind, id)} onClick={handleClick} className={className}>
      {children}
    </a>
  );
}

const getRowId = (kind: ItemKind, id: string): string => `${kind}-${id}`;
/** Where the focus goes when a thing is closed that was opened by its address. */
export const findRowElement = (kind: ItemKind, id: string): HTMLElement | null =>
  document.getElementById(getRowId(kind, id));

/** What the address says is open: an id, `new`, or null for nothing; and how it is closed again. */
export function useOpenedItem(kind: ItemKind): { id: string | null; close: () => void } {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const isNavigatingBack = useRef(false);
  useEffect(() => {
    isNavigatingBack.current = false;
  }, [location.key]);
  const requestedId = query.get(kind);
  const id = requestedId !== null && (requestedId === NEW_ITEM_ID || UUID.test(requestedId)) ? requestedId : null;

  const close = (): void => {
    // Opened from its row: one step back, so that the browser's own Back does not open it again.
    const isFromRow = state && typeof state === 'object' && 'opened' in state && state.opened === kind;
    if (!isFromRow) changeQuery((now) => now.delete(kind));
    else if (!isNavigatingBack.current) {
      isNavigatingBack.current = true; // pressed twice, it is still one step
      void navigate(-1);
    }
  };
  return { id, close };
}
