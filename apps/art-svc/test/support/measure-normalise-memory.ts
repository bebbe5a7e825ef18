/** `node … take-in.ts FROM TO`: normalises a photo as an upload, and prints the peak of the process's memory in megabytes. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { normalisePhoto } from '../../src/uploads/normalise-photo.js';

const [from = '', to = ''] = process.argv.slice(2);
// As on one core: each further one has a few rows under way.
sharp.concurrency(1);
await normalisePhoto(from, to);
// `resourceUsage` includes what the parent held when it forked.
const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.stdout.write(String(Number(peakKb) / 1024));
