import { listMissing, type SelectedPrintFile, toZipPath } from './selected-print-files.rules.js';

const createFile = (change: Partial<SelectedPrintFile>): SelectedPrintFile => ({
  ...{
    id: 'a',
    orderNumber: 'PA-1',
    line: 1,
    status: 'completed',
    failureReason: null,
    sha256: 'ab',
    isDeleted: false,
  },
  ...change,
});

it('names each article without a file, and each order of which nothing is known', () => {
  const files = [
    createFile({}),
    createFile({ line: 2, status: 'processing', sha256: null }),
    createFile({ orderNumber: 'PA-2', status: 'failed', failureReason: 'artwork-missing', sha256: null }),
    createFile({ orderNumber: 'PA-3', isDeleted: true }),
  ];
  expect(listMissing(['PA-3', 'PA-2', 'PA-1', 'PA-0'], files)).toEqual([
    {
      orderNumber: 'PA-3',
      message: 'Article 1 has no print file any more, because its order has ended. The download makes it again.',
    },
    { orderNumber: 'PA-2', message: 'Article 1 has no print file, because its artwork is missing.' },
    { orderNumber: 'PA-1', message: 'Article 2 has no print file yet: it is being made.' },
    { orderNumber: 'PA-0', message: 'There is no print file. Files are made after the payment.' },
  ]);
});

it('has a folder for each order', () => {
  expect(toZipPath({ orderNumber: 'PA-7K3M9QX2TV', line: 2 })).toBe('PA-7K3M9QX2TV/PA-7K3M9QX2TV-line-2.png');
});
