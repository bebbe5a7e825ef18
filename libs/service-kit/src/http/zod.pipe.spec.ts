import type { ArgumentMetadata } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { z } from 'zod';
import { uuidPipe, zodPipe } from './zod.pipe.js';

const metadata = {} as ArgumentMetadata;
const schema = z.object({ name: z.string('Name is required').min(1, 'Name is required'), size: z.number().optional() });

const catchError = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('No error was thrown.');
};

describe('zodPipe', () => {
  it('drops unknown fields', () => {
    expect(zodPipe(schema).transform({ name: 'Rex', role: 'admin' }, metadata)).toEqual({ name: 'Rex' });
  });

  it('throws the first message, and one message per field', () => {
    const error = catchError(() => zodPipe(schema).transform({ name: '', size: 'big' }, metadata));
    expect(error).toMatchObject({ kind: 'invalid', message: 'Name is required' });
    expect(error.options.fieldErrors).toEqual({ name: 'Name is required', size: 'size is missing or not valid' });
  });

  it.each([{ name: 'Re\0x' }, { name: 'Rex', tags: [{ text: '\0' }] }, { name: '\ud800' }])(
    'refuses characters that PostgreSQL cannot store: %j',
    (body) => {
      expect(catchError(() => zodPipe(schema).transform(body, metadata))).toMatchObject({ kind: 'invalid' });
    },
  );

  it('replaces default messages of zod and keeps ours', () => {
    const form = z.object({ colour: z.enum(['red']), email: z.email('Invalid email address') });
    const error = catchError(() => zodPipe(form).transform({ colour: 'blue', email: 'x' }, metadata));
    expect(error.options.fieldErrors).toEqual({
      colour: 'colour is missing or not valid',
      email: 'Invalid email address',
    });
  });

  it('refuses a parameter of a query that is repeated', () => {
    const error = catchError(() => zodPipe(schema).transform({ name: ['Rex', 'Max'] }, metadata));
    expect(error.options.fieldErrors).toEqual({ name: 'Name is required' });
  });

  it('treats a missing body as an empty one', () => {
    expect(catchError(() => zodPipe(schema).transform(undefined, metadata)).message).toBe('Name is required');
  });
});

describe('uuidPipe', () => {
  it('throws not found for an id that is not a UUID', () => {
    expect(catchError(() => uuidPipe.transform("1' or '1'='1", metadata))).toMatchObject({
      kind: 'not-found',
      message: 'Not found',
    });
  });

  it('lower-cases ids', () => {
    expect(uuidPipe.transform('0B6F1C1E-57C1-4A3A-9D3A-6E0A3B1F0001', metadata)).toBe(
      '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
    );
  });
});
