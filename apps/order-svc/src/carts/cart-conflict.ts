/** Another request changed the cart since it was read, so the decision must be repeated. */
export class CartConflict extends Error {}
