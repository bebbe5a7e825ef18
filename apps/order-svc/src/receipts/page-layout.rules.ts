/** Places texts on pages, in points. Pure: the fonts are measured by the caller. */

export interface Style {
  size: number;
  isBold?: boolean;
  isMuted?: boolean;
}

/** `x` is the left edge of the text, or the right edge if it is aligned right; `y` the top of its line. */
export interface PlacedText extends Style {
  text: string;
  x: number;
  y: number;
  align: 'left' | 'right';
}

export interface Rule {
  y: number;
  from: number;
  to: number;
  width: number;
  isMuted?: boolean;
}

export interface PlacedPage {
  texts: PlacedText[];
  rules: Rule[];
}

/** The width of a text in points. */
export type Measure = (text: string, style: Style) => number;

export interface PageSize {
  width: number;
  height: number;
}

export const MARGIN = 56;
const FOOTER = 28;
export const GAP = 16;
const LINE_HEIGHT = 1.4;

export const TITLE: Style = { size: 20, isBold: true };
export const BODY: Style = { size: 10 };
export const LABEL: Style = { size: 8.5, isMuted: true };
export const HEAD: Style = { size: 8.5, isBold: true };
export const SMALL: Style = { size: 8.5, isMuted: true };

export const heightOf = ({ size }: Style): number => size * LINE_HEIGHT;

/** Breaks at spaces, and inside a word that is wider than the line. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line || lines.length === 0) lines.push(line);
  return lines;
}

export class Layout {
  readonly pages: PlacedPage[] = [{ texts: [], rules: [] }];
  y = MARGIN;

  constructor(
    readonly page: PageSize,
    readonly measure: Measure,
  ) {}

  readonly left = MARGIN;

  get right(): number {
    return this.page.width - MARGIN;
  }

  private get current(): PlacedPage {
    return this.pages.at(-1) as PlacedPage;
  }

  hasRoomFor(height: number): boolean {
    return this.y + height <= this.page.height - MARGIN - FOOTER;
  }

  startPage(): void {
    this.pages.push({ texts: [], rules: [] });
    this.y = MARGIN;
  }

  place(text: string, style: Style, x: number, align: 'left' | 'right' = 'left', y = this.y): void {
    this.current.texts.push({ text, x, y, align, ...style });
  }

  rule({ width, from = this.left, isMuted }: Partial<Pick<Rule, 'from' | 'isMuted'>> & Pick<Rule, 'width'>): void {
    this.current.rules.push({ y: this.y, from, to: this.right, width, isMuted });
  }

  wrap(text: string, style: Style, width: number): string[] {
    return wrapText(text, width, (part) => this.measure(part, style));
  }
}
