import type { DocsOf } from '@shop/contracts-common/docs';
import type * as routes from '../routes/figures.js';

export const figuresDocs: DocsOf<typeof routes> = {
  getFigures: {
    tag: 'Back office: figures',
    summary: 'Sales of a range of days, compared with the range before',
    description:
      'Days of the shop’s time zone, at most 366. A payment, a refund and a lost dispute count on the day on which they happened, an order on the day on which it was paid. All days together agree with the revenue of the dashboard and with the Money card.',
    answer:
      'Figures per day, of the whole range and of the range before; products, styles and countries with the largest amounts',
    examples: [
      {
        name: 'adds up a month',
        given: ['a paid order'],
        query: { from: '2026-11-01', to: '2026-11-30' },
        status: 200,
      },
      {
        name: 'refuses what is no day',
        query: { from: 'yesterday', to: '2026-11-30' },
        status: 400,
        message: 'Please send a day, such as 2026-11-20',
      },
      {
        name: 'refuses more than a year',
        query: { from: '2025-01-01', to: '2026-11-30' },
        status: 400,
        message: 'Please choose at most 366 days',
      },
    ],
  },
};
