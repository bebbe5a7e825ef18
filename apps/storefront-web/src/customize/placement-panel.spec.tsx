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
import { aProduct } from '../testing/builders.js';
import { openShop } from '../testing/open-shop.js';
import { stubImage } from '../testing/browser-stubs.js';

/** The value of a print detail. */
const printDetail = (name: string) =>
  within(screen.getByRole('region', { name: 'In print' })).getByText(name, { selector: 'dt' }).nextElementSibling;
/** The announcement; the other status element is the address bar of the test. */
const announcement = () => document.querySelector('p[role=status]')!;

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('placement panel', () => {
  it.each([
    ['Scale', '20', '200', '5', '100'],
    ['Rotation', '0', '360', '15', '0'],
    ['Position X', '0', '100', '5', '50'],
    ['Position Y', '0', '100', '5', '50'],
  ])(
    'has a slider and a number field for %s from %s to %s in steps of %s, initially %s',
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

  it('folds the sliders of a phone behind a button that says whether they are shown', async () => {
    const user = await openCustomizeWithTee();
    const button = screen.getByRole('button', { name: 'Fine-tune' });
    const sliders = document.getElementById(button.getAttribute('aria-controls')!)!;
    expect(within(sliders).getAllByRole('slider')).toHaveLength(4);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(sliders).toHaveClass('max-sm:hidden');

    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(sliders).not.toHaveClass('max-sm:hidden');
  });

  it('applies a valid typed number at once and corrects others on blur with a notice', async () => {
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
    await waitFor(() => expect(announcement()).toHaveTextContent(/^200% is the most\. Centered, 15 inches wide/));

    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('200% is the most.')).not.toBeInTheDocument();
    await waitFor(() => expect(announcement()).toHaveTextContent(/^Centered, 15 inches wide/));

    await user.clear(numberInput('Position X'));
    await user.type(numberInput('Position X'), '{Enter}');
    expect(numberInput('Position X')).toHaveAccessibleDescription('That is no number, so it stays at 50%.');
    await user.type(numberInput('Position X'), '{Escape}7');
    expect(numberInput('Position X')).toHaveAccessibleDescription('');
  });

  it('has the presets Center, Left chest for garments, and Large', async () => {
    const user = await openCustomizeWithTee();
    await user.click(screen.getByRole('button', { name: 'Left chest' }));
    expect(numberInput('Position X')).toHaveValue(75);
    expect(numberInput('Position Y')).toHaveValue(15);
    expect(numberInput('Scale')).toHaveValue(25);
    await user.click(screen.getByRole('button', { name: 'Center' }));
    expect(numberInput('Position X')).toHaveValue(50);
    expect(numberInput('Scale')).toHaveValue(25);
    await user.click(screen.getByRole('button', { name: 'Large' }));
    expect(numberInput('Scale')).toHaveValue(100);

    await chooseOption(user, /Round Tag/);
    await onProduct('Round Tag');
    expect(screen.queryByRole('button', { name: 'Left chest' })).not.toBeInTheDocument();
  });

  it('rates a print by the pixels of the animal, not by those of the file, and without dpi', async () => {
    const artwork = { width: 1024, height: 512, isRedrawnForPrint: true, detail: { widthPx: 586, isFlat: false } };
    const user = await openCustomizeWithTee(undefined, artwork);
    await waitFor(() => expect(printDetail('Print quality')).toHaveTextContent('Poor'));
    expect(screen.getByText(/whiskers and fine fur are lost/)).toBeVisible();
    expect(screen.queryByText(/dpi/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Largest sharp size' }));
    expect(numberInput('Scale')).toHaveValue(45);
    expect(printDetail('Print quality')).toHaveTextContent('Good');
  });

  it('calls flat shapes sharp at any size', async () => {
    const artwork = { width: 1024, height: 512, isRedrawnForPrint: true, detail: { widthPx: 586, isFlat: true } };
    const user = await openCustomizeWithTee(undefined, artwork);
    await waitFor(() => expect(printDetail('Print quality')).toHaveTextContent('Excellent'));
    slide('Scale', 180);
    expect(screen.getByText('Clear shapes: sharp at any size.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Largest sharp size' }));
    // A larger artwork would be sharp as well, but cut.
    expect(numberInput('Scale')).toHaveValue(100);
  });

  it.each([
    ['cannot be loaded', null],
    ['have only the specified fields', { width: 1000, height: 500, isRedrawnForPrint: false }],
  ])('is neutral if the artwork details %s', async (_, details) => {
    await openCustomizeWithTee(undefined, details);
    await waitFor(() => expect(printDetail('Print quality')).toHaveTextContent('Not rated'));
    expect(screen.getByText('The sharper your photo, the sharper the print.')).toBeVisible();
  });

  it('says that no size would be sharp', async () => {
    await openCustomizeWithTee(undefined, {
      width: 300,
      height: 300,
      isRedrawnForPrint: false,
      detail: { widthPx: 200, isFlat: false },
    });
    expect(await screen.findByText('This artwork is too small to be sharp on this product at any size.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Largest sharp size' })).not.toBeInTheDocument();
  });

  it('announces the placement to screen readers once it rests', async () => {
    await openCustomizeWithTee();
    const status = announcement();
    expect(status).toBeEmptyDOMElement();
    slide('Scale', 30);
    slide('Scale', 20);
    await waitFor(() => expect(status).not.toBeEmptyDOMElement());
    expect(status).toHaveTextContent('Centered, 3 inches wide, excellent.');
  });

  it('shows the part outside of the print area transparently and says how large it is', async () => {
    await openCustomizeWithTee();
    expect(screen.getByText('All of your artwork is printed.')).toBeVisible();
    slide('Position X', 0);
    expect(screen.getByText('50% of your artwork lies outside the print area and is not printed.')).toBeVisible();
    const copies = document.querySelectorAll<HTMLElement>(`img[src="/media/${IMAGE_ID}?w=640"]`);
    await waitFor(() => expect([...copies].map(({ style }) => style.left)).toEqual(['-50%', '-50%']));
  });

  it('says next to the price what would be cut off, and fits all of it', async () => {
    const details = {
      width: 1000,
      height: 500,
      isRedrawnForPrint: false,
      detail: { widthPx: 640, isFlat: true },
      subjectBox: { x: 0.1, y: 0.1, width: 0.8, height: 0.6 },
      nameBox: { x: 0.05, y: 0.84, width: 0.9, height: 0.1 },
    };
    const user = await openCustomizeWithTee(undefined, details);
    await waitFor(() => expect(printDetail('Print quality')).toHaveTextContent('Excellent'));
    slide('Scale', 110);
    expect(screen.queryByText(/would be cut off/)).not.toBeInTheDocument();
    slide('Scale', 115);
    expect(screen.getByText('Part of the name would be cut off.')).toBeVisible();
    slide('Position X', 0);
    expect(screen.getByText('50% of your pet and part of the name would be cut off.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Fit all of it' }));
    expect(numberInput('Scale')).toHaveValue(100);
    expect(numberInput('Position X')).toHaveValue(50);
    expect(screen.queryByRole('button', { name: 'Fit all of it' })).not.toBeInTheDocument();
  });

  it('continues the ground of the artwork over the back of a phone case', async () => {
    const phoneCase = aProduct({
      title: 'Slim Case',
      category: 'phone-case',
      printArea: { widthPx: 879, heightPx: 1830, shape: 'rectangle' },
    });
    stubApi({
      ...answers(),
      'GET /api/products': { json: [phoneCase] },
      [`GET /api/products/${phoneCase.id}/variants`]: { json: [] },
      [`GET /api/artworks/${IMAGE_ID}`]: {
        json: { id: IMAGE_ID, width: 1000, height: 500, isRedrawnForPrint: true, isGroundContinued: true },
      },
    });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Slim Case/);
    await onProduct('Slim Case');
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print-area] img')];
    const groundUrl = `/media/${IMAGE_ID}?part=ground`;
    expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([
      groundUrl,
      groundUrl,
      `/media/${IMAGE_ID}?w=640`,
    ]);
    expect(pictures.slice(1).map(({ style: { left, width } }) => [left, width])).toEqual([
      ['-100%', '300%'],
      ['0%', '100%'],
    ]);
    expect(screen.queryByRole('button', { name: 'Fill the case' })).not.toBeInTheDocument();
  });

  it('warns if nothing of the artwork would be printed', async () => {
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
