import { createHash } from 'node:crypto';

/** 32 bits that always follow from the same id. */
export const seedOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();
