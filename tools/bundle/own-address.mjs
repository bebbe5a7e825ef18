import { relative } from 'node:path';

/**
 * In a bundle `import.meta.url` is the bundle's. Our own modules, which find the files of their threads by it, are told where they were compiled to,
 * as seen from there. A loader of the bundler.
 */
export default function ownAddress(code, map) {
  const place = relative(this.getOptions().folder, this.resourcePath).replaceAll('\\', '/');
  this.callback(
    null,
    code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`),
    map,
  );
}
