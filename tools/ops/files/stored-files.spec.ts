import { compareFiles } from './stored-files.ts';

const ARTWORK = '11111111-1111-4111-8111-111111111111';
const LOST = '22222222-2222-4222-8222-222222222222';
const ERASED = '33333333-3333-4333-8333-333333333333';
const CUT_OUT = '44444444-4444-4444-8444-444444444444';
const PRINT = 'ab'.repeat(32);
const OLD_PRINT = 'cd'.repeat(32);

const owners = {
  images: new Map([
    [ARTWORK, 'png'],
    [LOST, 'jpg'],
  ]),
  cutOuts: new Set([CUT_OUT]),
  prints: new Set([PRINT]),
  removals: new Set([`prints/ef/${'ef'.repeat(32)}.png`]),
};

it('names the files that rows need, and the files without a row, but no copies that can be drawn again', () => {
  const keys = [
    `originals/11/${ARTWORK}.png`,
    `copies/11/${ARTWORK}-640.webp`,
    `previews/11/${ARTWORK}-pop-art-${'0'.repeat(64)}.webp`,
    `cut-outs/44/${CUT_OUT}.png`,
    `prints/ef/${'ef'.repeat(32)}.png`,
    'incoming/upload-1',
    `originals/33/${ERASED}.png`,
    `copies/33/${ERASED}-ground.png`,
    `prints/cd/${OLD_PRINT}.png`,
    'notes.txt',
  ];
  expect(compareFiles(owners, keys)).toEqual({
    missing: [`originals/22/${LOST}.jpg`, `prints/ab/${PRINT}.png`],
    orphans: [
      `copies/33/${ERASED}-ground.png`,
      'notes.txt',
      `originals/33/${ERASED}.png`,
      `prints/cd/${OLD_PRINT}.png`,
    ],
  });
});
