/** Style sheets mean nothing to jsdom. */
export default {};
