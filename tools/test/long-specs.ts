const LONG = /\/(money-proof|changed-orders|takeover|promises|secrets|letters-delivery|hardships|openai-engine|print-takeover)\.int\.spec\.ts$/;

/** Half a minute and more each: they run by themselves, and first, or one of them would run on while the other cores have nothing left to do. */
export const isLong = (path: string): boolean => LONG.test(path);
