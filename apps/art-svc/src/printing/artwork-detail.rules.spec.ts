import { readDetail } from './artwork-detail.rules.js';

const image = (metadata: object) => ({ widthPx: 1024, metadata: { engine: 'built-in', style: 'modern', ...metadata } });

describe('readDetail', () => {
  it.each([
    ['a flat style that is painted', { detailWidthPx: 500 }, true, { widthPx: 500, isFlat: true }],
    ['a flat style whose file is enlarged', { detailWidthPx: 500 }, false, { widthPx: 500, isFlat: false }],
    ['cyberpunk', { style: 'cyberpunk', detailWidthPx: 500 }, true, { widthPx: 500, isFlat: false }],
    ['a picture of a model', { engine: 'openai', detailWidthPx: 1024 }, false, { widthPx: 1024, isFlat: false }],
    ['an artwork from before it was measured', {}, false, null],
  ])('of %s', (_, metadata, isPainted, expected) => {
    expect(readDetail(image(metadata), isPainted)).toEqual(expected);
  });
});
