/** Paths with parameters; constant paths are written where they are used. */

export function customizePath(imageId: string, imageUrl: string): string {
  return `/customize?imageId=${encodeURIComponent(imageId)}&imageUrl=${encodeURIComponent(imageUrl)}`;
}

export const orderPath = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`;

export function orderCompletePath(payment: {
  intentId: string;
  clientSecret: string;
  status: 'succeeded' | 'processing';
}): string {
  const query = new URLSearchParams({
    payment_intent: payment.intentId,
    payment_intent_client_secret: payment.clientSecret,
    redirect_status: payment.status,
  });
  return `/order-complete?${query.toString()}`;
}
