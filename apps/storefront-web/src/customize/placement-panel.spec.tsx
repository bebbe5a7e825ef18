import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ADDRESS,
  IMAGE_ID,
  answers,
  chooseOption,
  resetCustomize,
  onProduct,
  openCustomizeWithTee,
  slide,
  numberInput,
} from '../testing/open-customize.js';
import { openShop } from '../testing/open-shop.js';
import { stubImage } from '../testing/stub-image.js';

/** What is said of the print, term by term. */
const fact = (name: string) =>
  within(screen.getByRole('region', { name: 'In print' })).getByText(name, { selector: 'dt' }).nextElementSibling;
/** The page's other region of this kind is the test's own address bar. */
const spoken = () => document.querySelector('p[role=status]')!;

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('placing the artwork', () => {
  it.each([
    ['Scale', '20', '200', '5', '100'],
    ['Rotation', '0', '360', '15', '0'],
    ['Position X', '0', '100', '5', '50'],
    ['Position Y', '0', '100', '5', '50'],
  ])(
    'slides %s from %s to %s in steps of %s, at first %s, and takes it as a number too',
    async (label, min, max, step, value) => {
      await openCustomizeWithTee();
      for (const control of [screen.getByRole('slider', { name: label }), numberInput(label)]) {
        expect(control).toHaveAttribute('min', min);
        expect(control).toHaveAttribute('max', max);
        expect(control).toHaveAttribute('step', step);
        expect(control).toHaveValue(control.getAttribute('type') === 'number' ? Number(value) : value);
      }
    },
  );

  it('takes a typed number as soon as it fits, and what is too much only when the box is left, with a word', async () => {
    const user = await openCustomizeWithTee();
    await user.clear(numberInput('Scale'));
    await user.type(numberInput('Scale'), '1');
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('100');
    await user.type(numberInput('Scale'), '50');
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('150');
    await user.type(numberInput('Scale'), '0');
    expect(numberInput('Scale')).toHaveValue(1500);
    expect(screen.queryByText('200% is the most.')).not.toBeInTheDocument();
    await user.tab();
    expect(numberInput('Scale')).toHaveValue(200);
    expect(numberInput('Scale')).toHaveAccessibleDescription('200% is the most.');
    await waitFor(() => expect(spoken()).toHaveTextContent(/^200% is the most\. Centred, 15 inches wide/));

    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('200% is the most.')).not.toBeInTheDocument();
    await waitFor(() => expect(spoken()).toHaveTextContent(/^Centred, 15 inches wide/));

    await user.clear(numberInput('Position X'));
    await user.type(numberInput('Position X'), '{Enter}');
    expect(numberInput('Position X')).toHaveAccessibleDescription('That is no number, so it stays at 50%.');
    await user.type(numberInput('Position X'), '{Escape}7');
    expect(numberInput('Position X')).toHaveAccessibleDescription('');
  });

  it('has presets: the middle, the left chest of a garment, and large', async () => {
    const user = await openCustomizeWithTee();
    await user.click(screen.getByRole('button', { name: 'Left chest' }));
    expect(numberInput('Position X')).toHaveValue(75);
    expect(numberInput('Position Y')).toHaveValue(15);
    expect(numberInput('Scale')).toHaveValue(25);
    await user.click(screen.getByRole('button', { name: 'Centre' }));
    expect(numberInput('Position X')).toHaveValue(50);
    expect(numberInput('Scale')).toHaveValue(25);
    await user.click(screen.getByRole('button', { name: 'Large' }));
    expect(numberInput('Scale')).toHaveValue(100);

    await chooseOption(user, /Round Tag/);
    await onProduct('Round Tag');
    expect(screen.queryByRole('button', { name: 'Left chest' })).not.toBeInTheDocument();
  });

  it('tells size, density and quality of the print, live, and finds the largest sharp size', async () => {
    const user = await openCustomizeWithTee();
    expect(fact('Printed size')).toHaveTextContent('15 × 7.5 in');
    expect(fact('Resolution')).toHaveTextContent('66 dpi');
    expect(fact('Print quality')).toHaveTextContent('Poor');
    slide('Scale', 60);
    expect(fact('Printed size')).toHaveTextContent('9 × 4.5 in');
    expect(fact('Resolution')).toHaveTextContent('111 dpi');
    expect(fact('Print quality')).toHaveTextContent('Soft');
    await user.click(screen.getByRole('button', { name: 'Largest sharp size' }));
    expect(numberInput('Scale')).toHaveValue(40);
    expect(fact('Resolution')).toHaveTextContent('166 dpi');
    expect(fact('Print quality')).toHaveTextContent('Good');
  });

  it('counts the pixels of the artwork itself, not of the copy on the screen', async () => {
    await openCustomizeWithTee(undefined, { width: 4500, height: 2250, isPaintedAnew: false });
    await waitFor(() => expect(fact('Resolution')).toHaveTextContent('300 dpi'));
    expect(fact('Print quality')).toHaveTextContent('Excellent');
  });

  it('promises what the press gets of an artwork that is painted anew, at every size', async () => {
    const user = await openCustomizeWithTee(undefined, { width: 1024, height: 512, isPaintedAnew: true });
    await waitFor(() => expect(fact('Resolution')).toHaveTextContent('300 dpi'));
    slide('Scale', 180);
    expect(fact('Resolution')).toHaveTextContent('300 dpi');
    expect(fact('Print quality')).toHaveTextContent('Excellent');
    await user.click(screen.getByRole('button', { name: 'Largest sharp size' }));
    // 1 : 2 on 5 : 6: from here on it covers the whole area.
    expect(numberInput('Scale')).toHaveValue(200);
    await waitFor(() => expect(spoken()).toHaveTextContent(/^Centred, 15 inches wide, excellent, /));
  });

  it('counts the pixels of the picture on the screen where the shop can’t be asked', async () => {
    await openCustomizeWithTee(undefined, null);
    await waitFor(() => expect(fact('Resolution')).toHaveTextContent('66 dpi'));
  });

  it('says so where no size would be sharp', async () => {
    await openCustomizeWithTee(undefined, { width: 300, height: 300, isPaintedAnew: false });
    expect(await screen.findByText('This artwork is too small to be sharp on this product at any size.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Largest sharp size' })).not.toBeInTheDocument();
  });

  it('tells those who don’t see it where the artwork lies, once it has come to rest', async () => {
    await openCustomizeWithTee();
    const status = spoken();
    expect(status).toBeEmptyDOMElement();
    slide('Scale', 30);
    slide('Scale', 20);
    await waitFor(() => expect(status).not.toBeEmptyDOMElement());
    expect(status).toHaveTextContent('Centred, 3 inches wide, excellent.');
  });

  it('shows a ghost of what lies outside the print area, and says how much that is', async () => {
    await openCustomizeWithTee();
    expect(screen.getByText('All of your artwork is printed.')).toBeVisible();
    slide('Position X', 0);
    expect(screen.getByText('50% of your artwork lies outside the print area and is not printed.')).toBeVisible();
    const shown = document.querySelectorAll<HTMLElement>(`img[src="/media/${IMAGE_ID}?w=640"]`);
    await waitFor(() => expect([...shown].map(({ style }) => style.left)).toEqual(['-50%', '-50%']));
  });

  it('says so when nothing of the artwork would be printed', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Round Tag/);
    await onProduct('Round Tag');
    slide('Scale', 20);
    slide('Position X', 0);
    slide('Position Y', 0);
    expect(screen.getByText('Your artwork lies outside the print area. Nothing of it would be printed.')).toBeVisible();
  });
});
