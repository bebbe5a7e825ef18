import { createContext, use, useCallback, useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useChangeQuery } from './use-change-query.js';

/** What can be opened over its list, and the tab it lies in. */
const TABS = { order: 'orders', request: 'requests', product: 'products' } as const;
export type Kind = keyof typeof TABS;

type Open = (kind: Kind, id: string) => void;

const OpenContext = createContext<Open>(() => undefined);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** In place of an id: one that is yet to be made. */
export const NEW = 'new';

/** The address at which a thing stands open, to be linked. */
export const addressOf = (kind: Kind, id: string): string => `/admin?tab=${TABS[kind]}&${kind}=${id}`;

/** Lets rows open what they stand for without listening to the address: ten thousand of them would be drawn again at each change of it. */
export function Opening({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = useCallback<Open>(
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
  return <OpenContext value={open}>{children}</OpenContext>;
}

export const useOpen = (): Open => use(OpenContext);

interface LinkProps {
  kind: Kind;
  id: string;
  children: ReactNode;
  className?: string;
}

/** The name of a row, which opens it; with a modifier key in another tab of the browser, as any link. */
export function OpenLink({ kind, id, children, className }: LinkProps) {
  const open = useOpen();
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(kind, id);
  };
  return (
    <a id={rowId(kind, id)} href={addressOf(kind, id)} onClick={follow} className={className}>
      {children}
    </a>
  );
}

const rowId = (kind: Kind, id: string): string => `${kind}-${id}`;
/** Where the focus goes when a thing is closed that was opened by its address. */
export const rowOf = (kind: Kind, id: string): HTMLElement | null => document.getElementById(rowId(kind, id));

/** What the address says is open: an id, `new`, or null for nothing; and how it is closed again. */
export function useOpened(kind: Kind): { id: string | null; close: () => void } {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [location.key]);
  const given = query.get(kind);
  const id = given !== null && (given === NEW || UUID.test(given)) ? given : null;

  const close = (): void => {
    // Opened from its row: one step back, so that the browser's own Back does not open it again.
    const isFromRow = state && typeof state === 'object' && 'opened' in state && state.opened === kind;
    if (!isFromRow) changeQuery((now) => now.delete(kind));
    else if (!isLeaving.current) {
      isLeaving.current = true; // pressed twice, it is still one step
      void navigate(-1);
    }
  };
  return { id, close };
}
