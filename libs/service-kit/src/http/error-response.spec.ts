import { BadRequestException, NotFoundException } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { toProblem, toErrorResponse } from './error-response.js';

describe('toErrorResponse', () => {
  it('keeps message and code of a DomainError', () => {
    expect(toErrorResponse(new DomainError('CART_EMPTY', 'conflict', 'Your cart is empty'))).toMatchObject({
      status: 409,
      code: 'CART_EMPTY',
      message: 'Your cart is empty',
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
  ])('replaces the message of a framework error: %s', (error, status, message) => {
    expect(toErrorResponse(error)).toMatchObject({ status, message });
  });

  it.each([
    new Error('relation "users" does not exist'),
    Object.assign(new Error('proxy'), { statusCode: 503 }),
    'text',
    undefined,
  ])('hides the message of an unexpected error: %s', (error) => {
    expect(toErrorResponse(error)).toEqual({
      status: 500,
      code: 'UNEXPECTED',
      message: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('toProblem', () => {
  it('contains one message per invalid field', () => {
    const response = toErrorResponse(
      new DomainError('REQUEST_INVALID', 'invalid', 'Name is required', { fieldErrors: { name: 'Name is required' } }),
    );
    expect(toProblem(response)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      errors: { name: 'Name is required' },
    });
  });
});
