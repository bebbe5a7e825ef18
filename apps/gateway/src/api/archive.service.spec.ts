import { createReadme } from './archive.service.js';

it('lists title, date and the contents of each folder', () => {
  const parts = [
    { folder: 'a', service: 'art', contents: 'pictures' },
    { folder: 'longer', service: 'order', contents: 'papers' },
  ] as const;
  expect(createReadme({ title: 'What we hold', parts }, new Date('2026-11-01T23:05:59.999Z'))).toBe(
    [
      'What we hold',
      'As of 1 November 2026, 23:05 UTC.',
      '',
      'a/       pictures',
      'longer/  papers',
      '',
      'Facts are in JSON files, which any text editor opens. Pictures are as we keep them.',
      '',
    ].join('\n'),
  );
});
