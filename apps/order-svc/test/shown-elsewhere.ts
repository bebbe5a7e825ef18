import { join } from 'node:path';
import type { Cart, CustomerOrder, Order } from '@shop/contracts/order';

/** Other apps are known here as files, not as libraries: what is used of them is said in this place. */
const app = (path: string): string => join(import.meta.dirname, '../..', path);

export interface Letter {
  html: string;
  text: string;
}

/** support-svc's letters about an order that name its sums. */
export async function letterWriter(): Promise<(order: Order) => Letter[]> {
  const { renderLetter } = (await import(app('support-svc/src/letters/render-letter.ts'))) as { renderLetter: (name: string, props: object, shop: object) => Letter };
  const { ShopLinks } = (await import(app('support-svc/src/letters/shop-links.ts'))) as { ShopLinks: new (origin: string) => object };
  const [shop, props] = [new ShopLinks('https://petart.example'), { link: null, hasAccount: true, what: [] }];
  return (order) => ['order-confirmed', 'order-changed'].map((name) => renderLetter(name, { ...props, order }, shop));
}

/** Screens as the storefront draws them, in HTML. */
export interface Screens {
  checkout(cart: Cart): string;
  order(order: Pick<CustomerOrder, 'order' | 'refunds'>): string;
}

export async function openScreens(): Promise<Screens> {
  type Component = (props: never) => unknown;
  const { createElement } = (await import(String('react'))) as { createElement: (component: Component, props: object) => unknown };
  const { renderToStaticMarkup } = (await import(String('react-dom/server'))) as { renderToStaticMarkup: (element: unknown) => string };
  const { CheckoutSummary } = (await import(app('storefront-web/src/checkout/components/checkout-summary.tsx'))) as Record<'CheckoutSummary', Component>;
  const { OrderSums } = (await import(app('storefront-web/src/order/components/order-sums.tsx'))) as Record<'OrderSums', Component>;
  return {
    checkout: (cart) => renderToStaticMarkup(createElement(CheckoutSummary, { cart })),
    order: (props) => renderToStaticMarkup(createElement(OrderSums, props)),
  };
}
