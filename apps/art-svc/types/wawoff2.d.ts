declare module 'wawoff2' {
  const wawoff2: {
    /** Converts WOFF2 to TrueType or OpenType. */
    decompress(woff2: Uint8Array): Promise<Uint8Array>;
  };
  export default wawoff2;
}
