import { Button, Spinner } from '@shop/web-ui';
import type { Conflict } from './use-conflict.js';
import type { FieldDifference } from './product-merge.rules.js';

const PANEL_CLASSES = 'grid gap-3 rounded-card border-2 border-border-strong bg-accent p-5 text-accent-foreground';

function DifferenceRow({ difference, onUseTheirs }: { difference: FieldDifference; onUseTheirs: () => void }) {
  const { label, theirs, mine, theirFields } = difference;
  return (
    <li className="grid gap-1 [overflow-wrap:anywhere]">
      <span className="font-semibold">{label}</span>
      <span>
        Saved by somebody else: <bdi>{theirs || '(empty)'}</bdi>
      </span>
      {theirFields ? (
        <>
          <span>
            Typed by you, and kept: <bdi>{mine || '(empty)'}</bdi>
          </span>
          <Button variant="outline" size="sm" className="w-fit text-foreground" onClick={onUseTheirs}>
            Use the saved {label.toLowerCase()}
          </Button>
        </>
      ) : (
        <span>
          Taken over; it was: <bdi>{mine || '(empty)'}</bdi>
        </span>
      )}
    </li>
  );
}

/** Shows that another admin has changed the product, and which fields differ once their version is loaded. */
export function ConflictPanel({ conflict }: { conflict: Conflict }) {
  const { message, differences, isLoading, loadNewVersion, applyTheirs } = conflict;
  if (message) {
    return (
      <div role="alert" className={PANEL_CLASSES}>
        <p className="font-semibold">{message}</p>
        <p>What you typed stays here.</p>
        <Button
          variant="outline"
          className="w-fit text-foreground"
          disabledFocusable={isLoading}
          onClick={() => void loadNewVersion()}
        >
          {isLoading && <Spinner />}
          Load the new version
        </Button>
      </div>
    );
  }
  if (!differences) return null;
  return (
    <div role="status" className={PANEL_CLASSES}>
      <p className="font-semibold">
        {differences.length === 0
          ? 'The new version is loaded; it differs in none of these fields.'
          : 'The new version is loaded. It differs in:'}
      </p>
      {differences.length > 0 && (
        <ul aria-label="Fields that differ" className="grid gap-4">
          {differences.map((difference) => (
            <DifferenceRow key={difference.label} difference={difference} onUseTheirs={() => applyTheirs(difference)} />
          ))}
        </ul>
      )}
      <p>Look it over and save again.</p>
    </div>
  );
}
