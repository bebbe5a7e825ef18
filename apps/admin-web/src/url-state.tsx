import { createContext, use, useCallback, useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * Changes the query of the URL in place. It starts from `window.location`, not from the rendered location: the router
 * renders in a transition, so of two quick changes (as with its own `setSearchParams`) only the second would survive.
 */
function useChangeQuery(): (change: (query: URLSearchParams) => void) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      const query = new URLSearchParams(window.location.search);
      change(query);
      void navigate(`?${query}`, { replace: true });
    },
    [navigate],
  );
}

/** Items that open in a drawer over their list, and the tab of each. */
const TABS = { order: 'orders', request: 'requests', product: 'products', user: 'users' } as const;
export type ItemKind = keyof typeof TABS;

/** UUIDs, and what other servers may use. The id becomes a part of paths, so `..` must not be one. */
const ID = /^[\w-]+$/;

type OpenItem = (kind: ItemKind, id: string) => void;

const OpenItemContext = createContext<OpenItem>(() => undefined);

/** Stands for the id of an item that is being created. */
export const NEW_ITEM_ID = 'new';

/** The URL at which an item is open, for links. */
export const getItemUrl = (kind: ItemKind, id: string): string =>
  `/admin?tab=${TABS[kind]}&${kind}=${encodeURIComponent(id)}`;

/**
 * Provides a stable function that opens an item. Rows that listened to the URL would all render again at each change of
 * it.
 */
export function OpenItemProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = useCallback<OpenItem>(
    (kind, id) => {
      // `window.location` may be ahead of the rendered location.
      const { pathname, search } = window.location;
      const query = new URLSearchParams(pathname === '/admin' ? search : '');
      if (query.get(kind) === id) return; // second click of a double click
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

/** A link in a row that opens the item; with a modifier key the browser opens it in a new tab. */
export function OpenItemLink({ kind, id, children, className }: LinkProps) {
  const open = useOpenItem();
  const handleClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(kind, id);
  };
  return (
    <a data-row-link="" id={getRowId(kind, id)} href={getItemUrl(kind, id)} onClick={handleClick} className={className}>
      {children}
    </a>
  );
}

const getRowId = (kind: ItemKind, id: string): string => `${kind}-${id}`;
/** The row that gets the focus when an item closes that a URL opened. */
export const findRowElement = (kind: ItemKind, id: string): HTMLElement | null =>
  document.getElementById(getRowId(kind, id));

interface OpenedItem {
  /** An id, `new` or null. */
  id: string | null;
  close: () => void;
  /** Shows another one in its place: closing it leads to where the first was opened. */
  replace: (id: string) => void;
}

/** The open item in the URL. */
export function useOpenedItem(kind: ItemKind): OpenedItem {
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
  const id = requestedId !== null && ID.test(requestedId) ? requestedId : null;

  const close = (): void => {
    // Opened from its row: go back one step, so that the browser's Back button does not open it again.
    const isFromRow = state && typeof state === 'object' && 'opened' in state && state.opened === kind;
    if (!isFromRow) changeQuery((now) => now.delete(kind));
    else if (!isNavigatingBack.current) {
      isNavigatingBack.current = true; // a double click must not go back twice
      void navigate(-1);
    }
  };
  const replace = (next: string): void => {
    const now = new URLSearchParams(window.location.search);
    now.set(kind, next);
    void navigate(`?${now}`, { replace: true, state });
  };
  return { id, close, replace };
}

/** One of some options, stored in the URL (`?status=paid`) for reloads and shared links. Undefined for none. */
export function useUrlChoice<Option extends string>(
  name: string,
  options: readonly Option[],
): [Option | undefined, (choice: string) => void] {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const chosen = options.find((option) => option === query.get(name));
  const choose = (choice: string): void =>
    changeQuery((now) => {
      if (options.some((option) => option === choice)) now.set(name, choice);
      else now.delete(name);
    });
  return [chosen, choose];
}

/** An id, or another short word, in the URL (`?bulk=…`). Undefined for none, and for what is neither. */
export function useUrlId(name: string): [string | undefined, (id: string | null) => void] {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const value = query.get(name) ?? '';
  const setId = (id: string | null): void =>
    changeQuery((now) => {
      if (id === null) now.delete(name);
      else now.set(name, id);
    });
  return [ID.test(value) ? value : undefined, setId];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day in the URL (`?from=2026-11-20`). Undefined for none, and for what is no day. */
export function useUrlDay(name: string): [string | undefined, (day: string) => void] {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const value = query.get(name) ?? '';
  const day = DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
  const choose = (chosen: string): void =>
    changeQuery((now) => {
      if (chosen) now.set(name, chosen);
      else now.delete(name);
    });
  return [day, choose];
}
