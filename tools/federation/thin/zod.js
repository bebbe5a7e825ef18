import * as zod from 'zod-source';

// The shop's Content-Security-Policy forbids building functions from text; without this zod tries, and the console shows it.
zod.config({ jitless: true });

/** What the shop's browser code uses of zod, the contracts included. */
export const z = {
  NEVER: zod.NEVER,
  array: zod.array,
  boolean: zod.boolean,
  coerce: { number: zod.coerce.number },
  email: zod.email,
  enum: zod.enum,
  guid: zod.guid,
  int: zod.int,
  iso: { datetime: zod.iso.datetime },
  literal: zod.literal,
  number: zod.number,
  object: zod.object,
  record: zod.record,
  string: zod.string,
  undefined: zod.undefined,
  union: zod.union,
  unknown: zod.unknown,
  url: zod.url,
  uuid: zod.uuid,
  void: zod.void,
};
