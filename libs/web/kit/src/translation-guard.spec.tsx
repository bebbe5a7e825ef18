import { render, screen } from '@testing-library/react';
import { Fragment } from 'react';
import { guardAgainstTranslation } from './translation-guard.js';

const { appendChild, insertBefore, removeChild, replaceChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;

beforeAll(guardAgainstTranslation);
afterAll(() => {
  Object.assign(Node.prototype, { appendChild, insertBefore, removeChild });
  Object.defineProperty(Node.prototype, 'nodeValue', nodeValue);
});

/** The browser's own script does not run in the page, so the page's changes of the DOM's functions don't reach it. */
const TRANSLATORS: Record<string, (text: Text, font: Element) => void> = {
  'replaces the text': (text, font) => void replaceChild.call(text.parentNode as Node, font, text),
  'inserts before the text and removes it': (text, font) => {
    const parent = text.parentNode as Node;
    insertBefore.call(parent, font, text);
    removeChild.call(parent, text);
  },
};

function listTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

interface Props {
  count: number;
  note?: string;
  hint?: string;
  rows?: readonly string[];
}

/** The kinds of text that React changes: part of a text, alone, conditional, before an element, in a list. */
function Sample({ count, note, hint, rows = [] }: Props) {
  return (
    <div data-testid="sample">
      <p>
        {count} of 5 {note}
      </p>
      <p>{count}</p>
      <p>
        {hint}
        {count > 2 && <b>many</b>}
        end
      </p>
      <p>
        {rows.map((row) => (
          <Fragment key={row}>{row} </Fragment>
        ))}
      </p>
    </div>
  );
}

describe.each(Object.entries(TRANSLATORS))('with a translator that %s', (_, translate) => {
  /** Lets the guard's observer run. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  async function translatePage(): Promise<void> {
    for (const text of listTexts(screen.getByTestId('sample'))) {
      if (text.parentElement?.nodeName === 'FONT') continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data);
      translate(text, font);
    }
    await settle();
  }

  const STATES: Props[] = [
    { count: 1, rows: ['a', 'b', 'c'] },
    { count: 2, note: 'now', hint: 'wait', rows: ['c', 'a'] },
    { count: 3, rows: ['a', 'd', 'c'] },
    { count: 4, hint: 'again', rows: [] },
    { count: 0, note: 'later', rows: ['e'] },
  ];

  it('shows what React renders, after each change', async () => {
    const { rerender, unmount } = render(<Sample count={0} />);
    for (const state of STATES) {
      await translatePage();
      rerender(<Sample {...state} />);
      const translated = screen.getByTestId('sample').textContent;
      const plain = render(<Sample {...state} />);
      expect(translated).toBe(plain.container.textContent);
      plain.unmount();
    }
    await translatePage();
    unmount();
    expect(screen.queryByTestId('sample')).toBeNull();
  });
});
