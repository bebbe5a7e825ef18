import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.js';
import { ShopProviders } from './shop-providers.js';

/** A boundary whose content was not there yet, as React marks it, with what it shows meanwhile; nothing unfinished is nested in that. */
export const UNFINISHED = /<!--\$!--><template[^>]*><\/template>((?:(?!<!--).)*)<!--\/\$-->/gs;
/** React would have the browser ask for pictures by links in the body; the page's head says it better. */
const LEADING_LINKS = /^(?:<link [^>]*>)+/;
const GENERATED_ID = /="[^" ]*_[RrS]_[^"]*"/;
/** Parts in files of their own are nested no deeper. */
const TURNS_MAX = 20;

/** What React draws first of a page, for nobody in particular: the markup that it takes over in the browser (ADR 23). Throws what the components throw. */
export function drawStill(path: string, content: ReactNode): string {
  const shop = (
    <MemoryRouter initialEntries={[path]}>
      <ShopProviders queryClient={createQueryClient()}>{content}</ShopProviders>
    </MemoryRouter>
  );
  const markup = renderToString(shop).replace(LEADING_LINKS, '');
  // They count from the root, and another build has another root: labels would point at nothing.
  const id = GENERATED_ID.exec(markup)?.[0];
  if (id) throw new Error(`${path}: a part that uses useId (${id}) can't stand in a page's HTML`);
  return markup;
}

/** The same, with all parts that come in files of their own. */
export async function drawStillWhole(path: string, content: ReactNode): Promise<string> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const markup = drawStill(path, content);
    if (markup.search(UNFINISHED) < 0) return markup;
    await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error(`${path}: a part of the page never comes`);
}
