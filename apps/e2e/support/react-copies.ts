import type { Page } from '@playwright/test';

interface Fiber {
  memoizedProps?: Record<string, unknown> | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

interface ReactReport {
  renderers: Map<number, unknown>;
  roots: Set<{ current: Fiber }>;
}

/** Records each copy of React in the page by the interface of the React developer tools. */
export async function watchReact(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const renderers = new Map<number, unknown>();
    const roots = new Set<unknown>();
    const hook = {
      renderers,
      supportsFiber: true,
      inject: (renderer: unknown) => {
        renderers.set(renderers.size + 1, renderer);
        return renderers.size;
      },
      onCommitFiberRoot: (_id: number, root: unknown) => roots.add(root),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      checkDCE: () => undefined,
    };
    Object.assign(globalThis, { reactReport: { renderers, roots }, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });
}

/** Counts copies of React, trees, query clients and routers in the page. */
export function countCopies(page: Page): Promise<{ reacts: number; trees: number; clients: number; routers: number }> {
  return page.evaluate(() => {
    const { renderers, roots } = (globalThis as unknown as { reactReport: ReactReport }).reactReport;
    const clients = new Set<unknown>();
    const routers = new Set<unknown>();
    const visit = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const { client, navigator } = one.memoizedProps ?? {};
        if (typeof (client as { getQueryCache?: unknown } | undefined)?.getQueryCache === 'function')
          clients.add(client);
        if (typeof (navigator as { push?: unknown } | undefined)?.push === 'function') routers.add(navigator);
        visit(one.child);
      }
    };
    for (const { current } of roots) visit(current);
    return { reacts: renderers.size, trees: roots.size, clients: clients.size, routers: routers.size };
  });
}

export interface SharedPart {
  versions: string[];
  usedBy: string[];
}

/** Shared libraries in the shell's federation runtime. */
export function sharedParts(page: Page): Promise<Record<string, SharedPart>> {
  return page.evaluate(() => {
    interface Instance {
      name: string;
      shareScopeMap: { default: Record<string, Record<string, { useIn: string[] }>> };
    }
    const { __INSTANCES__: all } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } })
      .__FEDERATION__;
    const shell = all.find(({ name }) => name === 'shell');
    const parts = Object.entries(shell?.shareScopeMap.default ?? {});
    return Object.fromEntries(
      parts.map(([key, versions]) => [
        key,
        {
          versions: Object.keys(versions),
          usedBy: [...new Set(Object.values(versions).flatMap(({ useIn }) => useIn))],
        },
      ]),
    );
  });
}
