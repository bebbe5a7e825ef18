import { join } from 'node:path';
import type { AdminOrder, AdminOrderDetail, Cart, CustomerOrder, Order, OwnOrder } from '@shop/contracts/order';

/** Other apps are known here as files, not as libraries: what is used of them is said in this place. */
const app = (path: string): string => join(import.meta.dirname, '../..', path);

export interface Letter {
  html: string;
  text: string;
}

/** support-svc's letters about an order that name its sums. */
export async function letterWriter(): Promise<(order: Order) => Letter[]> {
  const { renderLetter } = (await import(app('support-svc/src/letters/render-letter.ts'))) as {
    renderLetter: (name: string, props: object, shop: object) => Letter;
  };
  const { ShopLinks } = (await import(app('support-svc/src/letters/shop-links.ts'))) as {
    ShopLinks: new (origin: string) => object;
  };
  const [shop, props] = [new ShopLinks('https://petart.example'), { link: null, hasAccount: true, what: [] }];
  return (order) => ['order-confirmed', 'order-changed'].map((name) => renderLetter(name, { ...props, order }, shop));
}

/** Screens as the storefront and the back office draw them, in HTML. */
export interface Screens {
  cart(cart: Cart): string;
  /** Beside the address. */
  checkout(cart: Cart): string;
  /** Beside the card. */
  payment(order: Order, cart: Cart): string;
  thanks(order: Order): string;
  /** Among My Orders. */
  card(order: OwnOrder): string;
  order(customerOrder: CustomerOrder): string;
  receipt(customerOrder: CustomerOrder): string;
  office(order: AdminOrderDetail): string;
  /** In the back office's list. */
  row(order: AdminOrder): string;
}

export async function openScreens(): Promise<Screens> {
  type Component = (props: never) => unknown;
  const { createElement } = (await import(String('react'))) as {
    createElement: (component: Component, props: object, ...children: unknown[]) => unknown;
  };
  const { renderToStaticMarkup } = (await import(String('react-dom/server'))) as {
    renderToStaticMarkup: (element: unknown) => string;
  };
  const { MemoryRouter } = (await import(String('react-router-dom'))) as Record<'MemoryRouter', Component>;
  const { CartSummary } = (await import(app('storefront-web/src/cart/components/cart-summary.tsx'))) as Record<
    'CartSummary',
    Component
  >;
  const { CheckoutSummary } = (await import(
    app('storefront-web/src/checkout/components/checkout-summary.tsx')
  )) as Record<'CheckoutSummary', Component>;
  const { OrderSums } = (await import(app('storefront-web/src/order/components/order-sums.tsx'))) as Record<
    'OrderSums',
    Component
  >;
  const { ReceiptSums } = (await import(app('storefront-web/src/placed-order/components/receipt.tsx'))) as Record<
    'ReceiptSums',
    Component
  >;
  const { OrderTotals } = (await import(app('admin-web/src/orders/sheet/order-totals.tsx'))) as Record<
    'OrderTotals',
    Component
  >;
  const { QueryClient, QueryClientProvider } = (await import(String('@tanstack/react-query'))) as {
    QueryClient: new () => object;
    QueryClientProvider: Component;
  };
  const { OrderSummary } = (await import(app('storefront-web/src/checkout/components/order-summary.tsx'))) as Record<
    'OrderSummary',
    Component
  >;
  const { PaidOrder } = (await import(app('storefront-web/src/order-complete/components/paid-order.tsx'))) as Record<
    'PaidOrder',
    Component
  >;
  const { OrderCard } = (await import(app('storefront-web/src/orders/components/order-card.tsx'))) as Record<
    'OrderCard',
    Component
  >;
  const { OrderRow } = (await import(app('admin-web/src/orders/order-row.tsx'))) as Record<'OrderRow', Component>;
  /** On a page of its own, to which nothing is answered. */
  const onPage = (component: Component, props: object) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(MemoryRouter, {}, createElement(component, props)),
      ),
    );
  return {
    cart: (cart) => onPage(CartSummary, { cart }),
    checkout: (cart) => renderToStaticMarkup(createElement(CheckoutSummary, { cart })),
    payment: (order, cart) => renderToStaticMarkup(createElement(OrderSummary, { order, cart })),
    thanks: (order) => onPage(PaidOrder, { order }),
    card: (order) => onPage(OrderCard, { order }),
    order: (props) => renderToStaticMarkup(createElement(OrderSums, props)),
    receipt: (props) => renderToStaticMarkup(createElement(ReceiptSums, props)),
    office: (order) => renderToStaticMarkup(createElement(OrderTotals, { order })),
    row: (row) => onPage(OrderRow, { row }),
  };
}
