import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { contrastFaults } from './contrast.ts';

const SOURCE = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 A and AA, and what axe counts as good practice beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A page that is on its way has no name yet, and a dialog has its own; a menu and a tooltip belong to their button, not to a region; a toast covers what it lies over for five seconds. */
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

/** The texts whose contrast axe leaves to others; in a frame they are somebody else's. */
const unsureIn = ({ incomplete }: AxeResults): string[] =>
  incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ target }) => (target.length === 1 ? target.map(String) : [])));

/** What is found in the page as it stands, one line for each place. `colours`: only what depends on the theme. */
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
  // What is still on its way to another theme's colours is no fault; what stays is.
  return (await look()).length === 0 ? [] : look();
}
