import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { brokenPictures, cutText, hiddenFocus, sideways, smallTargets, undirectedText } from '../../support/layout.ts';
import { painted } from '../../support/steps.ts';
import { axeFaults } from './axe.ts';

type Theme = 'light' | 'dark';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 812 };
/** A screen of 1280 × 1024 px at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };
/** The default text size, and 200 %. */
const TEXT_PX = { usual: 16, doubled: 32 };

/** A headless browser repaints late: what is off the screen would keep the old theme's colours, in a list with content-visibility for good. */
const wear = (page: Page, theme: Theme): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    document.querySelectorAll('ul').forEach((list) => (list.style.contentVisibility = 'visible'));
    document.documentElement.classList.toggle('dark', ${theme === 'dark'});
    const settle = () => { document.getAnimations().forEach((each) => each.finish()); resolve(); };
    requestAnimationFrame(() => requestAnimationFrame(settle));
  })`);

/** A menu moves in the frame after the resize. */
async function resize(page: Page, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await painted(page);
}

async function withDoubledText(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const setText = async (standard: number): Promise<void> => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await painted(page);
  };
  await setText(TEXT_PX.doubled);
  const faults = await look();
  await setText(TEXT_PX.usual);
  await devtools.detach();
  return faults;
}

/** Nothing is cut, no picture is broken and nothing scrolls sideways, at each width. */
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

/** The same, and axe in both themes. */
export async function inspectLooks(page: Page, state: string): Promise<void> {
  await inspectLayout(page, state);
  await test.step(`${state}, by axe`, async () => {
    const faults: string[] = [];
    await inspectByAxe(page, (where, found) => faults.push(...found.map((fault) => `${where}: ${fault}`)));
    expect.soft(faults, state).toEqual([]);
  });
}

const layoutFaults = async (page: Page): Promise<string[]> => [
  ...(await sideways(page)),
  ...(await cutText(page)),
  ...(await brokenPictures(page)),
  ...(await undirectedText(page)),
];
const fingerFaults = async (page: Page): Promise<string[]> => [
  ...(await smallTargets(page)),
  ...(await layoutFaults(page)),
];

type Note = (where: string, found: string[]) => void;

/** By axe at 1280 px: all rules in the light theme, contrast in the dark one. */
async function inspectByAxe(page: Page, note: Note): Promise<void> {
  await resize(page, DESKTOP);
  note(`light, ${DESKTOP.width} px`, await axeFaults(page, 'all'));
  await wear(page, 'dark');
  note(`dark, ${DESKTOP.width} px`, await axeFaults(page, 'colours'));
  await wear(page, 'light');
}

/**
 * Inspects a state of a page without another load: axe in both themes at 1280 px and in the light one at 375 px; nothing cut, broken or sideways at these
 * widths, at 400 % and with text of 200 %; targets of 44 px on a phone; a visible focus at 400 %. `only`: a state that exists at one width alone.
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
      note('400 %', [...(await fingerFaults(page)), ...(await hiddenFocus(page))]);
    }
    await resize(page, DESKTOP);
    expect.soft(faults, state).toEqual([]);
  });
}
