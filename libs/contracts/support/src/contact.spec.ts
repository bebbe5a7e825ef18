import * as z from 'zod/mini';
import { contactReplyRequestSchema, contactRequestSchema } from './contact.js';

const REQUEST = { name: 'Pat', email: 'pat@example.com', subject: 'A question', message: 'Do you ship to Maine?' };
const getMessages = (change: object): string[] =>
  contactRequestSchema.safeParse({ ...REQUEST, ...change }).error?.issues.map(({ message }) => message) ?? [];

describe('contactRequestSchema', () => {
  it.each([
    ['name', 200, 'Please use at most 200 characters for the name'],
    ['subject', 200, 'Please use at most 200 characters for the subject'],
    ['message', 5000, 'Please use at most 5,000 characters for the message'],
  ])('limits %s to %i characters and counts an emoji as one', (field, max, message) => {
    expect(getMessages({ [field]: 'x'.repeat(max) })).toEqual([]);
    expect(getMessages({ [field]: '🐶'.repeat(max) })).toEqual([]);
    expect(getMessages({ [field]: ` ${'x'.repeat(max)} ` })).toEqual([]);
    expect(getMessages({ [field]: 'x'.repeat(max + 1) })).toEqual([message]);
    expect(getMessages({ [field]: '🐶'.repeat(max + 1) })).toEqual([message]);
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\t', '\u001b'])(
    'replaces %j in name and subject by a space',
    (ending) => {
      const injection = `Hello${ending}Bcc: everybody@example.com`;
      const { name, subject } = contactRequestSchema.parse({ ...REQUEST, name: injection, subject: injection });
      expect([name, subject]).toEqual(['Hello Bcc: everybody@example.com', 'Hello Bcc: everybody@example.com']);
      expect(getMessages({ email: `pat@example.com${ending}Bcc:x@example.com` })).toEqual(['Invalid email address']);
      expect(getMessages({ subject: ending })).toEqual(['Subject is required']);
    },
  );

  it('keeps the lines of the message, and removes control characters', () => {
    expect(contactRequestSchema.parse({ ...REQUEST, message: ' One\r\n\r\nTwo\u001b[31m\tthree 👩‍👧 ' }).message).toBe(
      'One\n\nTwo[31m\tthree 👩‍👧',
    );
  });

  it('has four fields, all required, and ignores others', () => {
    expect(contactRequestSchema.parse({ ...REQUEST, website: ['x'], openForMs: -1, subject2: null })).toEqual(REQUEST);
    expect(getMessages({ name: undefined, subject: null, message: 7 })).toEqual([
      'Name is required',
      'Subject is required',
      'Message is required',
    ]);
  });

  it('documents its limits in the JSON Schema', () => {
    const { properties } = z.toJSONSchema(contactRequestSchema, { io: 'input' });
    expect(properties).toMatchObject({
      name: { minLength: 1, maxLength: 200 },
      subject: { maxLength: 200 },
      message: { maxLength: 5000 },
    });
  });
});

describe('contactReplyRequestSchema', () => {
  it('accepts a message of at most 5,000 characters, and expects no earlier reply by default', () => {
    expect(contactReplyRequestSchema.parse({ message: ' Yes. ' })).toEqual({ message: 'Yes.' });
    expect(contactReplyRequestSchema.safeParse({ message: ' \n ' }).error?.issues[0]?.message).toBe(
      'Message is required',
    );
    expect(contactReplyRequestSchema.safeParse({ message: 'x'.repeat(5001) }).error?.issues[0]?.message).toBe(
      'Please use at most 5,000 characters for the message',
    );
    expect(contactReplyRequestSchema.safeParse({ message: 'Yes.', id: 'first' }).error?.issues[0]?.message).toBe(
      'The id of the reply must be a UUID',
    );
  });
});
