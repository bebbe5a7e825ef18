import { toParcels, type Parcel } from '@shop/contracts-order';
import { applyReport, correctTracking, markReturned, mergeParcels } from './parcels.rules.js';

const parcelOf = (number: string, change: Partial<Parcel> = {}): Parcel => ({
  carrier: 'USPS',
  number,
  url: null,
  ...change,
});
const A = parcelOf('A1', { shipmentId: '1' });
const B = parcelOf('B2', { shipmentId: '2' });

describe('mergeParcels', () => {
  it('adds what the printer reports, once', () => {
    expect(mergeParcels(null, toParcels([A], true))).toEqual({
      parcels: { ...A, isPartial: true },
      added: [A],
      corrected: [],
    });
    expect(mergeParcels({ ...A, isPartial: true }, toParcels([A, B]))).toEqual({
      parcels: { ...A, further: [B] },
      added: [B],
      corrected: [],
    });
    expect(mergeParcels(toParcels([A, B]), toParcels([B, A]))).toMatchObject({ added: [], corrected: [] });
    expect(mergeParcels(A, null)).toEqual({ parcels: A, added: [], corrected: [] });
  });

  it('takes over a number that the printer corrected, and a parcel that an admin entered', () => {
    const other = { ...A, number: 'A9' };
    expect(mergeParcels(A, other)).toEqual({ parcels: other, added: [], corrected: [other] });
    expect(mergeParcels(parcelOf('a-1'), A)).toEqual({ parcels: A, added: [], corrected: [] });
    expect(mergeParcels(parcelOf('by hand'), A).added).toEqual([A]);
  });

  it('keeps an admin’s correction while the printer reports the wrong number, and that a parcel came back', () => {
    const corrected = { ...A, number: 'C3', correctedFrom: 'A1' };
    expect(mergeParcels(corrected, toParcels([A, B]))).toEqual({
      parcels: { ...corrected, further: [B] },
      added: [B],
      corrected: [],
    });
    expect(mergeParcels(corrected, { ...A, number: 'D4' })).toMatchObject({ parcels: { number: 'D4' } });
    const back = { ...A, returned: { reason: 'refused' } };
    expect(mergeParcels(back, A).parcels).toEqual(back);
  });
});

describe('markReturned', () => {
  it('marks the parcel by its id or number, once, and keeps a reason', () => {
    const back = { shipmentId: '2', number: 'elsewhere', reason: 'refused' };
    const marked = markReturned(toParcels([A, B]), [back]);
    expect(marked).toEqual({
      parcels: { ...A, further: [{ ...B, returned: { reason: 'refused' } }] },
      isNew: true,
      isOtherBack: false,
    });
    expect(markReturned(marked.parcels, [{ ...back, reason: null }])).toEqual({ ...marked, isNew: false });
    expect(markReturned(A, [{ shipmentId: null, number: 'a 1', reason: null }]).isNew).toBe(true);
    expect(markReturned(A, [{ shipmentId: null, number: null, reason: null }]).isNew).toBe(false);
  });
});

describe('correctTracking', () => {
  const typed = { carrier: 'UPS', number: 'C3', url: null };

  it('replaces a number and remembers the printer’s, and changes nothing the second time', () => {
    const parcels = { ...A, ...typed, correctedFrom: 'A1' };
    expect(correctTracking(A, typed, 'A1')).toEqual({ parcels, added: [], corrected: [parcels] });
    expect(correctTracking(parcels, typed, 'A1')).toBe('unchanged');
    expect(correctTracking(parcels, { ...typed, number: 'E5' }, 'C3')).toMatchObject({
      parcels: { number: 'E5', correctedFrom: 'A1' },
    });
  });

  it('adds a number that is missing', () => {
    expect(correctTracking(null, typed, null)).toEqual({ parcels: typed, added: [typed], corrected: [] });
    expect(correctTracking(A, typed, null)).toMatchObject({ parcels: { ...A, further: [typed] }, added: [typed] });
  });

  it('is refused if the number that it replaces is gone, or the new one is another parcel’s', () => {
    expect(correctTracking(A, typed, 'Z')).toBe('conflict');
    expect(correctTracking(toParcels([A, B]), { ...typed, number: 'B2' }, 'A1')).toBe('conflict');
  });
});

describe('applyReport', () => {
  const back = ({ shipmentId, number }: Partial<Parcel>) => ({
    shipmentId: shipmentId ?? null,
    number: number ?? null,
    reason: 'refused',
  });
  const reship = { ...B, isReshipment: true };
  const withoutNumber = back({ shipmentId: '7' });
  const known = { tracking: A, returnedAt: null, parcelReturn: null } as const;
  const returned = { returnedAt: new Date(), parcelReturn: { reason: 'refused' } };
  const isBack = { ...A, returned: { reason: 'refused' } };
  it.each([
    ['a parcel came back', known, [A], [back(A)], 'returned'],
    ['the printer reports it a second time', { ...known, ...returned, tracking: isBack }, [A], [back(A)], null],
    ['it was sent again', { ...known, ...returned, tracking: isBack }, [A, reship], [back(A)], 'sent again'],
    ['both happened since the last report', known, [A, reship], [back(A)], 'sent again'],
    ['what was sent again is back too', known, [A, reship], [back(reship)], 'returned'],
    ['what was sent again is back too, and the first one', known, [A, reship], [back(A), back(reship)], 'returned'],
    [
      'another one is back',
      { ...known, tracking: toParcels([isBack, reship]) },
      [A, reship, parcelOf('C')],
      [back(A), back(parcelOf('C'))],
      'returned',
    ],
    ['a parcel without a number is back', { ...known, tracking: null }, [], [withoutNumber], 'returned'],
    ['one of two has no number and is back', known, [A], [withoutNumber], 'returned'],
    ['it was settled by an admin', { ...known, parcelReturn: returned.parcelReturn }, [A], [withoutNumber], null],
    [
      'a parcel without a number was sent again',
      { ...known, ...returned, tracking: null },
      [reship],
      [withoutNumber],
      'sent again',
    ],
    ['nothing came back', known, [A, B], [], null],
  ] as const)('when %s', (_, before, printed, reports, expected) => {
    const { isSentAgain, newReturn } = applyReport(before, { tracking: toParcels(printed), returned: reports });
    expect(isSentAgain ? 'sent again' : newReturn && 'returned').toBe(expected);
    if (newReturn) expect(newReturn).toEqual({ reason: 'refused' });
  });
});
