import { BadRequestException, NotFoundException } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { toProblem, toErrorResponse } from './error-response.js';

describe('toRefusal', () => {
  it('keeps the sentence and the code of a refusal of ours', () => {
    expect(toErrorResponse(new DomainError('CART_EMPTY', 'conflict', 'Your cart is empty'))).toMatchObject({
      status: 409,
      code: 'CART_EMPTY',
      sentence: 'Your cart is empty',
    });
  });

  it.each([
    [new NotFoundException('Cannot GET /api/secret/path'), 404, 'Not found'],
    [
      new BadRequestException('Unexpected token } in JSON'),
      400,
      'The request could not be read. Please check it and try again.',
    ],
    [Object.assign(new Error('Body is too large'), { statusCode: 413 }), 413, 'The request is too large.'],
    [Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), 415, 'Please send this as JSON.'],
  ])('puts our own words in place of a framework’s: %s', (error, status, sentence) => {
    expect(toErrorResponse(error)).toMatchObject({ status, sentence });
  });

  it.each([
    new Error('relation "users" does not exist'),
    Object.assign(new Error('proxy'), { statusCode: 503 }),
    'text',
    undefined,
  ])('says nothing of the inside when something breaks: %s', (error) => {
    expect(toErrorResponse(error)).toEqual({
      status: 500,
      code: 'UNEXPECTED',
      sentence: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('toProblem', () => {
  it('carries one sentence per field where there are any', () => {
    const refusal = toErrorResponse(
      new DomainError('REQUEST_INVALID', 'invalid', 'Name is required', { fieldErrors: { name: 'Name is required' } }),
    );
    expect(toProblem(refusal)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      errors: { name: 'Name is required' },
    });
  });
});
