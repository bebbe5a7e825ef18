import { BuildNote } from '@shop/web-kit';
import { createElement, Fragment } from 'react';
import App from 'variant-source';

/** A newer remote, which needs the web-kit that it was built with. */
export default function VariantApp() {
  return createElement(Fragment, null, createElement(BuildNote), createElement(App));
}
