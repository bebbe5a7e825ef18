import type { AdminProduct } from '@shop/contracts/catalog';
import { ApiError, sentenceOf } from '@shop/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { productQuery } from '../api/get-product.js';
import { mergeProduct, type Difference } from './merge.rules.js';
import { fieldsOf, type FieldName, type ProductFields } from './product-fields.rules.js';

export interface Conflict {
  /** The version the form stands on; undefined for a new product. */
  version: number | undefined;
  /** What the shop said when it refused; null: there is no conflict. */
  sentence: string | null;
  /** Null until the new version was loaded. */
  differences: Difference[] | null;
  isLoading: boolean;
  /** Given a failed save's error; takes it up where somebody else has changed the product. */
  meet: (error: Error) => void;
  loadNewVersion: () => Promise<void>;
  take: (difference: Difference) => void;
}

const CONFLICT = 409;

/** Somebody else has changed the product while this form was open: what was typed stays, and the new version is laid under it. */
export function useConflict(form: UseFormReturn<ProductFields>, product: AdminProduct | null): Conflict {
  const queryClient = useQueryClient();
  const [base, setBase] = useState({ fields: fieldsOf(product), version: product?.version });
  const [shown, setShown] = useState<Pick<Conflict, 'sentence' | 'differences'>>({ sentence: null, differences: null });
  const [isLoading, setLoading] = useState(false);

  const put = (fields: Partial<ProductFields>): void => {
    for (const [name, value] of Object.entries(fields)) form.setValue(name as FieldName, value, { shouldDirty: true });
  };

  const loadNewVersion = async (): Promise<void> => {
    if (!product) return;
    setLoading(true);
    try {
      const theirs = await queryClient.fetchQuery({ ...productQuery(product.id), staleTime: 0 });
      const merged = mergeProduct(base.fields, form.getValues(), fieldsOf(theirs));
      form.reset(fieldsOf(theirs));
      put(merged.fields);
      setBase({ fields: fieldsOf(theirs), version: theirs.version });
      setShown({ sentence: null, differences: merged.differences });
    } catch (error) {
      setShown({ sentence: sentenceOf(error), differences: null });
    } finally {
      setLoading(false);
    }
  };

  return {
    version: base.version,
    ...shown,
    isLoading,
    meet: (error) => {
      if (error instanceof ApiError && error.status === CONFLICT)
        setShown({ sentence: error.sentence, differences: null });
    },
    loadNewVersion,
    take: (difference) => {
      if (difference.take) put(difference.take);
      setShown(({ differences, ...rest }) => ({
        ...rest,
        differences: differences?.map((one) => (one === difference ? { ...one, take: null } : one)) ?? null,
      }));
    },
  };
}
