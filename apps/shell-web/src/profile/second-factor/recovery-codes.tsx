import { Button } from '@shop/web-ui';
import { Step } from './step.js';

const toFileAddress = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;

/** Displayed once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Step label="Save your recovery codes">
      <p>
        Without your phone, you can enter one of these codes instead. Each works once. Print them or keep them in your
        password manager: <strong>they are not shown again.</strong>
      </p>
      <ul aria-label="Recovery codes" className="grid gap-1 rounded-control bg-muted p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} translate="no" className="[overflow-wrap:anywhere]">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <a href={toFileAddress(codes)} download="petart-recovery-codes.txt">
            Download
          </a>
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </Step>
  );
}
