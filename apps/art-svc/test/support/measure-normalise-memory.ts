/**
 * `node … measure-normalise-memory.ts INPUT OUTPUT`: normalises a photo like an upload, and prints the peak memory of
 * the process in megabytes.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { normalisePhoto } from '../../src/uploads/normalise-photo.js';

const [input = '', output = ''] = process.argv.slice(2);
// Each further thread keeps a few more rows in memory.
sharp.concurrency(1);
await normalisePhoto(input, output);
// `resourceUsage` would include memory of the parent at the fork.
const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.stdout.write(String(Number(peakKb) / 1024));
