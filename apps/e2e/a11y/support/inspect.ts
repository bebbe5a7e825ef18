import { expect, test, type CDPSession, type Page } from '@playwright/test';
import {
  findBrokenPictures,
  findCutText,
  findHiddenFocus,
  findHorizontalOverflow,
  findSmallTargets,
  findUndirectedText,
} from '../../support/layout.ts';
import { waitForPaint } from '../../support/steps.ts';
import { axeFaults } from './axe.ts';

type Theme = 'light' | 'dark';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 812 };
/** A screen of 1280 × 1024 px at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };
/** The default text size, and 200 %. */
const TEXT_PX = { usual: 16, doubled: 32 };

/** Also finishes transitions and disables content-visibility, as a headless browser does not repaint elements outside the viewport. */
const applyTheme = (page: Page, theme: Theme): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    document.querySelectorAll('ul').forEach((list) => (list.style.contentVisibility = 'visible'));
    document.documentElement.classList.toggle('dark', ${theme === 'dark'});
    const settle = () => { document.getAnimations().forEach((each) => each.finish()); resolve(); };
    requestAnimationFrame(() => requestAnimationFrame(settle));
  })`);

/** Waits for a frame, as menus move after the resize. */
async function resize(page: Page, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await waitForPaint(page);
}

async function withDoubledText(page: Page, inspectPage: () => Promise<string[]>): Promise<string[]> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const setText = async (standard: number): Promise<void> => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await waitForPaint(page);
  };
  await setText(TEXT_PX.doubled);
  const faults = await inspectPage();
  await setText(TEXT_PX.usual);
  await devtools.detach();
  return faults;
}

/** Checks each width for cut text, broken pictures and horizontal overflow. */
async function inspectLayout(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    const faults: string[] = [];
    for (const size of [ZOOMED, PHONE, DESKTOP]) {
      await resize(page, size);
      faults.push(...(await layoutFaults(page)).map((fault) => `${size.width} × ${size.height} px: ${fault}`));
    }
    expect.soft(faults, state).toEqual([]);
  });
}

/** Checks the layout, and runs axe in both themes. */
export async function inspectLooks(page: Page, state: string): Promise<void> {
  await inspectLayout(page, state);
  await test.step(`${state}, axe`, async () => {
    const faults: string[] = [];
    await inspectByAxe(page, (where, found) => faults.push(...found.map((fault) => `${where}: ${fault}`)));
    expect.soft(faults, state).toEqual([]);
  });
}

const layoutFaults = async (page: Page): Promise<string[]> => [
  ...(await findHorizontalOverflow(page)),
  ...(await findCutText(page)),
  ...(await findBrokenPictures(page)),
  ...(await findUndirectedText(page)),
];
const fingerFaults = async (page: Page): Promise<string[]> => [
  ...(await findSmallTargets(page)),
  ...(await layoutFaults(page)),
];

type Note = (where: string, found: string[]) => void;

/** Runs axe at 1280 px: all rules in the light theme, contrast in the dark one. */
async function inspectByAxe(page: Page, note: Note): Promise<void> {
  await resize(page, DESKTOP);
  note(`light, ${DESKTOP.width} px`, await axeFaults(page, 'all'));
  await applyTheme(page, 'dark');
  note(`dark, ${DESKTOP.width} px`, await axeFaults(page, 'colours'));
  await applyTheme(page, 'light');
}

/**
 * Inspects a state of a page without another load: axe in both themes at 1280 px and in the light one at 375 px; cut text, broken pictures and
 * horizontal overflow at these widths, at 400 % and with text of 200 %; targets of 44 px on a phone; a visible focus at 400 %. `only`: for states
 * that exist at one width.
 */
export async function inspect(page: Page, state: string, only?: 'desktop' | 'phone'): Promise<void> {
  await test.step(state, async () => {
    const faults: string[] = [];
    const note: Note = (where, found) => faults.push(...found.map((fault) => `${state}, ${where}: ${fault}`));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (only !== 'phone') {
      await inspectByAxe(page, note);
      note('text of 200 %', await withDoubledText(page, () => layoutFaults(page)));
    }
    if (only !== 'desktop') {
      await resize(page, PHONE);
      note(`light, ${PHONE.width} px`, await axeFaults(page, 'all'));
      note(`${PHONE.width} px`, await fingerFaults(page));
      await resize(page, ZOOMED);
      note('400 %', [...(await fingerFaults(page)), ...(await findHiddenFocus(page))]);
    }
    await resize(page, DESKTOP);
    expect.soft(faults, state).toEqual([]);
  });
}
