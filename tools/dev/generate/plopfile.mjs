// `npm run generate -- feature | event | remote`. Answers can be given on the command line, in the order of the questions:
// npm run generate -- feature support-svc gift-wraps gift-wrap admin
import { eventGenerator } from './event.mjs';
import { featureGenerator } from './feature.mjs';
import { remoteGenerator } from './remote.mjs';

export default function generators(plop) {
  plop.setHelper('snake', (text) => text.replaceAll('-', '_'));
  plop.setHelper('words', (text) => text.replaceAll('-', ' '));
  plop.setGenerator('feature', featureGenerator);
  plop.setGenerator('event', eventGenerator);
  plop.setGenerator('remote', remoteGenerator);
}
