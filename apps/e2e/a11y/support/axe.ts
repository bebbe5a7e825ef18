import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { contrastFaults } from './contrast.ts';

const SOURCE = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 A and AA, and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Not checked: headings, as loading pages have none and dialogs have their own; regions, as menus and tooltips belong to buttons; target size, as
 * toasts cover targets for five seconds.
 */
const RULES = `{
  'page-has-heading-one': { enabled: !document.querySelector('main [data-skeleton], [role=dialog], [role=alertdialog]') },
  region: { enabled: !document.querySelector('[role=menu], [role=tooltip]') },
  'target-size': { enabled: !document.querySelector('[data-toast]') },
}`;
const ALL: RunOptions = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations', 'incomplete'] };
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations', 'incomplete'],
};

const faultsOf = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any.map(({ message }) => message).join(' ')}`),
  );

/** Texts whose contrast axe can't compute; not in frames of other sites. */
const unsureIn = ({ incomplete }: AxeResults): string[] =>
  incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ target }) => (target.length === 1 ? target.map(String) : [])));

/** One line for each fault in the page's current state. `colours`: only rules that depend on the theme. */
export async function axeFaults(page: Page, which: 'all' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await SOURCE);
  const run =
    which === 'all'
      ? `axe.run(document, { ...${JSON.stringify(ALL)}, rules: ${RULES} })`
      : `axe.run(document, ${JSON.stringify(COLOURS)})`;
  const look = async (): Promise<string[]> => {
    const results = await page.evaluate<AxeResults>(run);
    return [...faultsOf(results), ...(await contrastFaults(page, unsureIn(results)))];
  };
  // A transition between themes may be running: only faults that are found twice count.
  return (await look()).length === 0 ? [] : look();
}
