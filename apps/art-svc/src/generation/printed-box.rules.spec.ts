import { computePrintedBox } from './printed-box.rules.js';

const SUBJECT = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const NAME = { x: 0.125, y: 0.75, width: 0.75, height: 0.125 };

it.each([
  ['of a style', { background: null, subjectBox: SUBJECT, nameBox: NAME }, undefined],
  ['of one colour', { background: '#ffffff', subjectBox: SUBJECT, nameBox: NAME }, undefined],
  ['that is none, by an engine that knows no animal', { background: 'none' }, undefined],
  ['that is none', { background: 'none', subjectBox: SUBJECT, nameBox: null }, SUBJECT],
  [
    'that is none, with a name',
    { background: 'none', subjectBox: SUBJECT, nameBox: NAME },
    { x: 0.125, y: 0.25, width: 0.75, height: 0.625 },
  ],
])('computePrintedBox of an artwork with a background %s', (_, parts, expected) => {
  expect(computePrintedBox(parts)).toEqual(expected);
});
