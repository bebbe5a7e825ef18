import type { DisplayedAdminProduct } from '@shop/contracts-catalog';
import { getErrorMessage, isConflict } from '@shop/web-kit';
import { Button, Spinner } from '@shop/web-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { productQuery } from '../products.queries.js';
import { toFields, type FieldName, type ProductFields } from './product-fields.rules.js';
import { mergeProduct, type FieldDifference } from './product-merge.rules.js';

interface Conflict {
  /** The stored product on which the form is based. Undefined version: a new product, or a server without versions. */
  base: { fields: ProductFields; version: number | undefined };
  /** The server's message about the conflict; null without a conflict. */
  message: string | null;
  /** Null until the new version is loaded. */
  differences: FieldDifference[] | null;
  isLoading: boolean;
  /** Handles the error of a failed save; ignores errors other than a conflict. */
  handleSaveError: (error: Error) => void;
  loadNewVersion: () => Promise<void>;
  applyTheirs: (difference: FieldDifference) => void;
}

/** Handles a conflict with another admin's change: keeps the typed values and merges them with the new version. */
export function useConflict(form: UseFormReturn<ProductFields>, product: DisplayedAdminProduct | null): Conflict {
  const queryClient = useQueryClient();
  const [base, setBase] = useState({ fields: toFields(product), version: product?.version });
  const [state, setState] = useState<Pick<Conflict, 'message' | 'differences'>>({ message: null, differences: null });
  const [isLoading, setLoading] = useState(false);

  const setFields = (fields: Partial<ProductFields>): void => {
    for (const [name, value] of Object.entries(fields)) form.setValue(name as FieldName, value, { shouldDirty: true });
  };

  const loadNewVersion = async (): Promise<void> => {
    if (!product) return;
    setLoading(true);
    try {
      const theirs = await queryClient.fetchQuery({ ...productQuery(product.id), staleTime: 0 });
      const merged = mergeProduct(base.fields, form.getValues(), toFields(theirs));
      form.reset(toFields(theirs));
      setFields(merged.fields);
      setBase({ fields: toFields(theirs), version: theirs.version });
      setState({ message: null, differences: merged.differences });
    } catch (error) {
      setState({ message: getErrorMessage(error), differences: null });
    } finally {
      setLoading(false);
    }
  };

  return {
    base,
    ...state,
    isLoading,
    handleSaveError: (error) => {
      if (isConflict(error)) setState({ message: error.userMessage, differences: null });
    },
    loadNewVersion,
    applyTheirs: (difference) => {
      if (difference.theirFields) setFields(difference.theirFields);
      setState(({ differences, ...rest }) => ({
        ...rest,
        differences: differences?.map((one) => (one === difference ? { ...one, theirFields: null } : one)) ?? null,
      }));
    },
  };
}

const PANEL_CLASSES = 'grid gap-3 rounded-card border-2 border-border-strong bg-accent p-5 text-accent-foreground';

function DifferenceRow({ difference, onUseTheirs }: { difference: FieldDifference; onUseTheirs: () => void }) {
  const { label, theirs, mine, theirFields } = difference;
  return (
    <li className="grid gap-1 [overflow-wrap:anywhere]">
      <span className="font-semibold">{label}</span>
      <span>
        Saved by someone else: <bdi>{theirs || '(empty)'}</bdi>
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
