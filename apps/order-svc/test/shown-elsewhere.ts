import { join } from 'node:path';
import type { AdminOrderDetail, Cart, CustomerOrder, Order } from '@shop/contracts/order';

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

/** Screens as the storefront and the back office draw them, in HTML. */
export interface Screens {
  cart(cart: Cart): string;
  checkout(cart: Cart): string;
  order(customerOrder: CustomerOrder): string;
  receipt(customerOrder: CustomerOrder): string;
  office(order: AdminOrderDetail): string;
}

export async function openScreens(): Promise<Screens> {
  type Component = (props: never) => unknown;
  const { createElement } = (await import(String('react'))) as { createElement: (component: Component, props: object, ...children: unknown[]) => unknown };
  const { renderToStaticMarkup } = (await import(String('react-dom/server'))) as { renderToStaticMarkup: (element: unknown) => string };
  const { MemoryRouter } = (await import(String('react-router-dom'))) as Record<'MemoryRouter', Component>;
  const { CartSummary } = (await import(app('storefront-web/src/cart/components/cart-summary.tsx'))) as Record<'CartSummary', Component>;
  const { CheckoutSummary } = (await import(app('storefront-web/src/checkout/components/checkout-summary.tsx'))) as Record<'CheckoutSummary', Component>;
  const { OrderSums } = (await import(app('storefront-web/src/order/components/order-sums.tsx'))) as Record<'OrderSums', Component>;
  const { ReceiptSums } = (await import(app('storefront-web/src/placed-order/components/receipt.tsx'))) as Record<'ReceiptSums', Component>;
  const { OrderTotals } = (await import(app('admin-web/src/orders/sheet/order-totals.tsx'))) as Record<'OrderTotals', Component>;
  return {
    cart: (cart) => renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(CartSummary, { cart }))),
    checkout: (cart) => renderToStaticMarkup(createElement(CheckoutSummary, { cart })),
    order: (props) => renderToStaticMarkup(createElement(OrderSums, props)),
    receipt: (props) => renderToStaticMarkup(createElement(ReceiptSums, props)),
    office: (order) => renderToStaticMarkup(createElement(OrderTotals, { order })),
  };
}
