import { addDays, type Figures } from '@shop/contracts-order';
import { stubApi, waitForAddress } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const TODAY = new Date().toISOString().slice(0, 10);
const SALES = {
  orders: 12,
  ordersTotal: '430.92',
  averageOrder: '35.91',
  received: '430.92',
  refunded: '45.91',
  lostToDisputes: '5.00',
  revenue: '380.01',
  declinedPayments: 3,
};
const NO_SALES = {
  orders: 0,
  ordersTotal: '0.00',
  averageOrder: null,
  received: '0.00',
  refunded: '0.00',
  lostToDisputes: '0.00',
  revenue: '0.00',
  declinedPayments: 0,
};

const createFigures = (from: string, to: string, overrides: Partial<Figures> = {}): Figures => ({
  from,
  to,
  timeZone: 'America/New_York',
  today: TODAY,
  days: [
    { day: addDays(TODAY, -1), ...NO_SALES, refunded: '10.00', revenue: '-10.00' },
    { day: TODAY, ...SALES },
  ],
  total: SALES,
  before: { from: addDays(from, -30), to: addDays(from, -1), total: { ...SALES, orders: 10, declinedPayments: 0 } },
  products: {
    rows: [{ productId: crypto.randomUUID(), title: 'Classic T-Shirt', items: 9, amount: '216.00' }],
    rest: { others: 4, items: 5, amount: '72.00' },
  },
  styles: {
    rows: [
      { styleKey: 'modern', items: 10, amount: '240.00' },
      { styleKey: null, items: 4, amount: '48.00' },
    ],
    rest: null,
  },
  countries: { rows: [{ country: 'AT', orders: 12, amount: '430.92' }], rest: null },
  ...overrides,
});

const path = (from: string, to: string): string => `GET /api/admin/figures?from=${from}&to=${to}`;
const LAST_30 = [addDays(TODAY, -29), TODAY] as const;
const STYLES = { 'GET /api/styles': { json: [{ key: 'modern', name: 'Modern Art', description: null }] } };
const SHOP = { 'GET /api/admin/shop': { status: 404, text: 'Not found' } };
const withFigures = (figures: Figures) => ({
  ...EMPTY_SHOP,
  ...STYLES,
  ...SHOP,
  [path(figures.from, figures.to)]: { json: figures },
});

const openFigures = (query = '') => openAdmin(`/admin?tab=figures${query}`);
const readRow = (table: HTMLElement, name: RegExp): (string | null)[] =>
  within(within(table).getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

afterEach(resetBrowser);

describe('the figures', () => {
  it('are totals compared with the days before, and tables of the same numbers', async () => {
    stubApi(withFigures(createFigures(...LAST_30)));
    openFigures();
    const totals = within(await screen.findByRole('list', { name: 'Totals' }));
    expect(totals.getByText('2 more than in the days before (+20 %)')).toBeVisible();
    expect(totals.getByText('No declined payments in the days before')).toBeVisible();
    expect(totals.getByText('$430.92 received, less refunds and $5.00 in lost disputes of these days.')).toBeVisible();
    const days = screen.getByRole('table', { name: 'Figures per day' });
    expect(readRow(days, /not over yet/)).toEqual(['12', '$380.01', '$45.91', '$35.91', '3']);
    expect(within(days).getByText('−$10.00')).toBeVisible();
    expect(readRow(days, /^All days/)[1]).toBe('$380.01');
    expect(readRow(screen.getByRole('table', { name: 'By product' }), /4 more/)).toEqual(['5', '$72.00']);
    expect(await screen.findByText('Modern Art')).toBeVisible();
    expect(readRow(screen.getByRole('table', { name: 'By style' }), /Not recorded/)).toEqual(['4', '$48.00']);
    expect(readRow(screen.getByRole('table', { name: 'By country' }), /Austria/)).toEqual(['12', '$430.92']);
    expect(screen.getByText(/time zone America\/New York/)).toBeVisible();
  });

  it('have their range in the address', async () => {
    const week = createFigures(addDays(TODAY, -6), TODAY);
    const other = createFigures('2026-02-01', '2026-02-14');
    stubApi({
      ...withFigures(createFigures(...LAST_30)),
      [path(week.from, week.to)]: { json: week },
      [path(other.from, other.to)]: { json: other },
    });
    const { user } = openFigures('&range=custom&from=2026-02-01&to=2026-02-14');
    expect(await screen.findByText(/^Feb 1 – 14, 2026/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await waitForAddress('/admin?tab=figures&range=7-days');
    expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText(/Today is not over yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Other days' }));
    expect(await screen.findByLabelText('First day')).toHaveValue(week.from);
    await waitFor(() => expect(screen.getByLabelText('Last day')).toHaveValue(week.to));
  });

  it('need a range', async () => {
    stubApi(withFigures(createFigures(...LAST_30)));
    openFigures('&range=custom&from=2026-02-01&to=2025-02-14');
    expect(await screen.findByText('The last day is before the first.')).toBeVisible();
  });

  it('say that nothing was sold', async () => {
    const before = { from: LAST_30[0], to: TODAY, total: NO_SALES };
    stubApi(withFigures(createFigures(...LAST_30, { total: NO_SALES, before })));
    openFigures();
    expect(await screen.findByText('Nothing was sold on these days, nor before')).toBeVisible();
  });

  it.each([
    [404, 'This shop’s server has no figures'],
    [500, 'Retry'],
  ])('with status %i: %s', async (status, text) => {
    stubApi({ ...withFigures(createFigures(...LAST_30)), [path(...LAST_30)]: { status, text: 'No' } });
    openFigures();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('show the tables that the answer has', async () => {
    const { products: _products, styles: _styles, countries: _countries, ...figures } = createFigures(...LAST_30);
    stubApi({ ...EMPTY_SHOP, ...STYLES, ...SHOP, [path(...LAST_30)]: { json: figures } });
    openFigures();
    expect(await screen.findByRole('table', { name: 'Figures per day' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'By product' })).toBeNull();
  });
});
