import { useQuery } from '@tanstack/react-query';
import { OpenItemLink } from '../url-state.js';
import { orderByNumberQuery } from './customer-orders.queries.js';

/** Every second part of the split text is a number. */
const ORDER_NUMBER = /\b(PA-[0-9A-Z]{10})\b/i;
/** Each is looked for. A text with more of them is no question about an order. */
const NUMBERS_MAX = 5;

/** The order numbers of a text, each once. */
export const findOrderNumbers = (text: string): string[] => [
  ...new Set(text.split(ORDER_NUMBER).flatMap((part, index) => (index % 2 === 1 ? [part.toUpperCase()] : []))),
];

function OrderNumber({ text }: { text: string }) {
  const { data: order } = useQuery(orderByNumberQuery(text.toUpperCase()));
  if (!order) return text;
  return (
    <OpenItemLink kind="order" id={order.id} className="font-semibold underline underline-offset-4">
      {text}
    </OpenItemLink>
  );
}

/** A customer's text, in which the numbers of orders are links to them. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(ORDER_NUMBER);
  return parts.map((part, index) =>
    index % 2 === 1 && index < 2 * NUMBERS_MAX ? <OrderNumber key={index} text={part} /> : part,
  );
}
