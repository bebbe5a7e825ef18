import { createElement } from 'react';

/** web-kit of a newer remote: it has an export that shells of earlier builds lack. */
export * from '../../../libs/web/kit/src/index.ts';
export const BuildNote = () => createElement('p', { className: 'sr-only' }, 'A newer build');
