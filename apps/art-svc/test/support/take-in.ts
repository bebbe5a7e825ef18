/** `node … take-in.ts FROM TO`: takes a photo in as an upload is, in a process of its own, and says how many megabytes that had at its peak. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { normalisePhoto } from '../../src/uploads/normalise-photo.js';

const [from = '', to = ''] = process.argv.slice(2);
// As on one core: each further one has a few rows under way.
sharp.concurrency(1);
await normalisePhoto(from, to);
// Not of `resourceUsage`, which counts what the parent held when it forked.
const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.stdout.write(String(Number(peakKb) / 1024));
