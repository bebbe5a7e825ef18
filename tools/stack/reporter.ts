/** Where the runner tells what it is doing. */
export interface Reporter {
  /** A step begins; the returned function ends it. A step that takes long says so every few seconds. */
  step: (name: string, progress?: () => string | undefined) => (result: string) => void;
  note: (text: string) => void;
  problem: (text: string) => void;
}

const SIGN_OF_LIFE_EVERY_MS = 5000;

export const quietReporter: Reporter = { step: () => () => undefined, note: () => undefined, problem: () => undefined };

/** A step that lasts as long as `act`; what that tells is said while it lasts. */
export async function during<T>(
  reporter: Reporter,
  name: string,
  act: (tell: (progress: string) => void) => Promise<T>,
  result: string,
): Promise<T> {
  let progress: string | undefined;
  const end = reporter.step(name, () => progress);
  try {
    const made = await act((text) => (progress = text));
    end(result);
    return made;
  } catch (error) {
    end('not finished');
    throw error;
  }
}

export function consoleReporter(): Reporter {
  return {
    step: (name, progress) => {
      const began = Date.now();
      console.log(`• ${name} …`);
      const timer = setInterval(
        () => console.log(`  … ${progress?.() ?? 'still at it'} (${secondsSince(began)} s)`),
        SIGN_OF_LIFE_EVERY_MS,
      );
      return (result) => {
        clearInterval(timer);
        console.log(`  ${result} (${secondsSince(began)} s)`);
      };
    },
    note: (text) => console.log(text),
    problem: (text) => console.error(text),
  };
}

function secondsSince(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1);
}
