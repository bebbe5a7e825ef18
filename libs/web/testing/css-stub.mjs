/** jsdom needs no style sheets. */
export default {};
