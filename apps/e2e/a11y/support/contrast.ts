import type { Page } from '@playwright/test';
import sharp from 'sharp';

type Colour = readonly [red: number, green: number, blue: number];

interface ShownText {
  selector: string;
  colour: [...Colour, alpha: number];
  /** WCAG 1.4.3: 3 for large text (24 px, or bold from 18.66 px), else 4.5. */
  least: number;
  /** Boxes of the text's lines, relative to the page. */
  boxes: { left: number; top: number; width: number; height: number }[];
}

interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

/** A pixel belongs to a letter if it changes by more than this (of 255) when the text is hidden. */
const GLYPH_PIXEL_DIFFERENCE = 24;
/** Tolerated share of pixels with too little contrast over a picture. */
const MAX_LOW_CONTRAST_SHARE = 0.02;

/** On a page with dialogs, only the topmost one. */
const LOOK = `(selectors) => selectors.flatMap((selector) => {
  const element = document.querySelector(selector);
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  if (!element || (dialog && !dialog.contains(element))) return [];
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const brush = document.createElement('canvas').getContext('2d');
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  const range = document.createRange();
  const boxes = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).flatMap((text) => (range.selectNodeContents(text), [...range.getClientRects()]));
  const px = parseFloat(fontSize);
  let opacity = 1;
  for (let each = element; each; each = each.parentElement) opacity *= getComputedStyle(each).opacity;
  const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
  return [{
    selector,
    colour: [red, green, blue, alpha * opacity],
    least: px >= 24 || (px >= 18.66 && fontWeight >= 700) ? 3 : 4.5,
    boxes: boxes.map(({ left, top, width, height }) => ({ left: left + scrollX, top: top + scrollY, width, height })),
  }];
})`;
const HIDE = `(selectors) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(selectors.map((selector) => selector + ' { color: transparent !important; }').join(' '));
  document.adoptedStyleSheets = [sheet];
}`;
const SHOW = 'document.adoptedStyleSheets = []';
const SCROLL = `(selector) => document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })`;

const call = <Answer>(page: Page, script: string, given: unknown): Promise<Answer> =>
  page.evaluate<Answer>(`(${script})(${JSON.stringify(given)})`);

async function picture(page: Page): Promise<Pixels> {
  const { data, info } = await sharp(await page.screenshot({ fullPage: true, animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const colourAt = ({ data, width }: Pixels, x: number, y: number): Colour => {
  const at = (y * width + x) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
};

/** Relative luminance, WCAG 2.2. */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(text: ShownText['colour'], ground: Colour): number {
  const alpha = text[3] / 255;
  const seen = ground.map((part, index) => (text[index] ?? 0) * alpha + part * (1 - alpha)) as unknown as Colour;
  const [dark = 0, light = 0] = [luminance(seen), luminance(ground)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Contrast of each pixel of the letters with its background. */
function contrastsOf({ colour, boxes }: ShownText, shown: Pixels, ground: Pixels): number[] {
  const found: number[] = [];
  for (const { left, top, width, height } of boxes) {
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(shown.height, top + height); y += 1) {
      for (let x = Math.max(0, Math.ceil(left)); x < Math.min(shown.width, left + width); x += 1) {
        const [with_, without] = [colourAt(shown, x, y), colourAt(ground, x, y)];
        if (with_.some((part, index) => Math.abs(part - (without[index] ?? 0)) > GLYPH_PIXEL_DIFFERENCE))
          found.push(contrast(colour, without));
      }
    }
  }
  return found;
}

function faultOf({ selector, least }: ShownText, contrasts: number[]): string[] {
  const near = contrasts.filter((each) => each < least);
  return near.length > contrasts.length * MAX_LOW_CONTRAST_SHARE
    ? [
        `color-contrast: ${selector} is ${Math.min(...near).toFixed(2)}:1 on what lies beneath it, and should be ${least}:1`,
      ]
    : [];
}

async function seenOn(page: Page, selectors: string[]): Promise<{ faults: string[]; unseen: string[] }> {
  // Skeletons have transparent text.
  const texts = (await call<ShownText[]>(page, LOOK, selectors)).filter(({ colour }) => colour[3] > 0);
  if (texts.length === 0) return { faults: [], unseen: [] };
  const shown = await picture(page);
  await call(page, HIDE, selectors);
  const ground = await picture(page);
  await page.evaluate(SHOW);
  const looked = texts.map((text) => ({ text, contrasts: contrastsOf(text, shown, ground) }));
  return {
    faults: looked.flatMap(({ text, contrasts }) => faultOf(text, contrasts)),
    unseen: looked
      .filter(({ text, contrasts }) => text.boxes.length > 0 && contrasts.length === 0)
      .map(({ text }) => text.selector),
  };
}

/** Contrast of text over pictures, gradients or transparency, which axe can't compute: compares screenshots with and without the text. */
export async function contrastFaults(page: Page, selectors: string[]): Promise<string[]> {
  if (selectors.length === 0) return [];
  const { faults, unseen } = await seenOn(page, selectors);
  for (const selector of unseen) {
    await call(page, SCROLL, selector);
    faults.push(...(await seenOn(page, [selector])).faults);
  }
  return faults;
}
