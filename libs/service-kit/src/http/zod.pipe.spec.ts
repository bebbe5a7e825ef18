import type { ArgumentMetadata } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { z } from 'zod';
import { uuidParam, zod } from './zod.pipe.js';

const metadata = {} as ArgumentMetadata;
const schema = z.object({ name: z.string('Name is required').min(1, 'Name is required'), size: z.number().optional() });

const refusal = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('nothing was refused');
};

describe('zod', () => {
  it('drops what the schema does not know', () => {
    expect(zod(schema).transform({ name: 'Rex', role: 'admin' }, metadata)).toEqual({ name: 'Rex' });
  });

  it('answers with the first sentence, and one for each field', () => {
    const error = refusal(() => zod(schema).transform({ name: '', size: 'big' }, metadata));
    expect(error).toMatchObject({ kind: 'invalid', sentence: 'Name is required' });
    expect(error.extra.fieldErrors).toEqual({ name: 'Name is required', size: 'size is missing or not valid' });
  });

  it.each([{ name: 'Re\0x' }, { name: 'Rex', tags: [{ text: '\0' }] }, { name: '\ud800' }])(
    'refuses characters that no text column keeps: %j',
    (body) => {
      expect(refusal(() => zod(schema).transform(body, metadata))).toMatchObject({ kind: 'invalid' });
    },
  );

  it('never shows zod’s own words, and keeps ours', () => {
    const form = z.object({ colour: z.enum(['red']), email: z.email('Invalid email address') });
    const error = refusal(() => zod(form).transform({ colour: 'blue', email: 'x' }, metadata));
    expect(error.extra.fieldErrors).toEqual({
      colour: 'colour is missing or not valid',
      email: 'Invalid email address',
    });
  });

  it('takes a missing body for an empty one', () => {
    expect(refusal(() => zod(schema).transform(undefined, metadata)).sentence).toBe('Name is required');
  });
});

describe('uuidParam', () => {
  it('finds nothing under an id that is not a UUID', () => {
    expect(refusal(() => uuidParam.transform("1' or '1'='1", metadata))).toMatchObject({
      kind: 'not-found',
      sentence: 'Not found',
    });
  });

  it('compares ids without case', () => {
    expect(uuidParam.transform('0B6F1C1E-57C1-4A3A-9D3A-6E0A3B1F0001', metadata)).toBe(
      '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
    );
  });
});
