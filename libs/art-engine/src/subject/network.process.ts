/**
 * A process that runs the network U²-Net-p, forked by `network-process.ts`. onnxruntime-node aborts its whole process
 * when a thread ends during a computation, so it never runs inside the service. This file imports no other file of the
 * library, so that Node can run it from source and from `dist`.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');

/** The network's input and output have this many rows and columns. */
const SIDE = 320;
const COUNT = SIDE * SIDE;

/** ImageNet's mean and deviation of red, green and blue, with which the network was trained. */
const MEANS = [0.485, 0.456, 0.406] as const;
const DEVIATIONS = [0.229, 0.224, 0.225] as const;

/**
 * Measured: without the memory pattern the peak is 390 MB instead of 590 MB. Without the arena it is the same, but page
 * faults take as long as half of the computation.
 */
const SESSION = {
  intraOpNumThreads: 2,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableMemPattern: false,
} as const;

const [weightsPath = '', weightsSha256 = '', idleMs = '0'] = process.argv.slice(2);

async function load(): Promise<{ runtime: Runtime; session: InferenceSession }> {
  const weights = await readFile(weightsPath);
  const sha256 = createHash('sha256').update(weights).digest('hex');
  if (sha256 !== weightsSha256)
    throw new Error(`The weights ${weightsPath} have the SHA-256 ${sha256} instead of ${weightsSha256}`);
  const runtime = await import('onnxruntime-node');
  return { runtime, session: await runtime.InferenceSession.create(weights, SESSION) };
}

/** Divides by the largest value, then normalises: 3 × SIDE × SIDE. */
function toInput(pixels: Uint8Array): Float32Array {
  let largest = 1;
  for (let i = 0; i < pixels.length; i++) if (pixels[i]! > largest) largest = pixels[i]!;
  const input = new Float32Array(3 * COUNT);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEANS[channel]!, DEVIATIONS[channel]!];
    for (let i = 0; i < COUNT; i++)
      input[channel * COUNT + i] = (pixels[3 * i + channel]! / largest - mean) / deviation;
  }
  return input;
}

async function infer(pixels: Uint8Array): Promise<Float32Array> {
  const { runtime, session } = await loaded;
  const [inputName, outputName] = [session.inputNames[0]!, session.outputNames[0]!];
  const input: Tensor = new runtime.Tensor('float32', toInput(pixels), [1, 3, SIDE, SIDE]);
  const outputs = await session.run({ [inputName]: input }, [outputName]);
  return outputs[outputName]!.data as Float32Array;
}

const loaded = load();
// The first request reports this error.
loaded.catch(() => undefined);

let idle = setTimeout(() => process.exit(0), Number(idleMs));
process.on('message', ({ id, pixels }: { id: number; pixels: Uint8Array | null }) => {
  clearTimeout(idle);
  void (pixels ? infer(pixels) : loaded.then(() => null))
    .then(
      (map) => send({ id, map }),
      (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => {
      clearTimeout(idle);
      idle = setTimeout(() => process.exit(0), Number(idleMs));
    });
});

/** A service that has ended needs no answer. */
function send(answer: object): void {
  process.send!(answer, undefined, undefined, (error) => {
    if (error) process.exit(0);
  });
}
process.on('disconnect', () => process.exit(0));
