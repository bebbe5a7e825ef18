import type { LoadPage } from '@shop/web-kit';
import { drawStill, WAITING } from '@shop/web-kit/still-page';
import { Shop } from '../shop.js';
import { LEFT_TO_BROWSER } from './waiting.js';

const never: LoadPage = () => new Promise(() => undefined);

/** Where the page itself goes, which is another file's or another app's. */
const PAGE = '{page}';

/** The frame of each page, drawn by the build for the gateway's site.json; `missing` is any address that is none. */
export function drawPages(paths: readonly string[], missing: string) {
  const frame = (path: string): string => drawStill(path, <Shop remotes={{ storefront: never, admin: never }} />);
  const around = (path: string): string => {
    const parts = frame(path).split(WAITING);
    if (parts.length !== 2) throw new Error(`The frame of ${path} has no place for the page`);
    return parts.join(PAGE);
  };
  return {
    bodies: Object.fromEntries(paths.map((path) => [path, around(path)])),
    missingBody: frame(missing),
    waiting: WAITING.replace('<template>', `<template data-dgst="${LEFT_TO_BROWSER}">`),
  };
}
