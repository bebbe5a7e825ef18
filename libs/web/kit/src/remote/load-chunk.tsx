import { BRAND } from '@shop/contracts-common';
import { ErrorState } from '@shop/web-ui';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { getErrorMessage } from '../api/api-error.js';
import { reloadPage } from '../browser-navigation.js';

/**
 * `unreachable`: a download failed; `slow`: the time limit passed; `broken`: the loaded code does not work; `outdated`: a
 * newer deployment has replaced the file.
 */
export type LoadFailureReason = 'unreachable' | 'slow' | 'broken' | 'outdated';

/** Thrown by a loader that knows why its page failed to load. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly reason: LoadFailureReason;

  constructor(why: LoadFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = why;
  }
}

const ADVICE_BY_REASON: Record<Exclude<LoadFailureReason, 'outdated'>, string> = {
  unreachable: 'Please check your connection and try again.',
  slow: 'It takes too long to answer. Please try again.',
  broken: 'Something is wrong on our side. Please try again in a moment.',
};

/**
 * The message for people; `subject` is for example `The shop`. A lost connection is the likeliest cause of an
 * unclassified error.
 */
export function getLoadErrorMessage(subject: string, error: unknown): string {
  const reason = error instanceof PageLoadError ? error.reason : 'unreachable';
  if (reason === 'outdated') return `${BRAND} was updated. Please reload the page.`;
  return `${subject} can't be loaded right now. ${ADVICE_BY_REASON[reason]}`;
}

export const isOutdated = (error: unknown): boolean => error instanceof PageLoadError && error.reason === 'outdated';

/**
 * A new request for an outdated file fails again, and the browser joins one for a slow file to the hanging request. Only a
 * new document helps.
 */
export const needsNewDocument = (error: unknown): boolean =>
  isOutdated(error) || (error instanceof PageLoadError && error.reason === 'slow');

/**
 * Browsers answer the first request for a file with the failure of its preload. webpack requests a page's files at once, and one that fails late ends the
 * next attempt: each attempt may be lost to one file. A page has up to four files.
 */
const RETRIES = 4;
/** Answers to requests for files of builds that are gone. */
const GONE_STATUSES = [404, 410];

/**
 * Every lazy import goes through this function: `loadChunk(() => import('./dialog.js'))`. A failed download is retried.
 * Throws a PageLoadError: `outdated` if the server no longer has the file, because a newer build is deployed.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, retries = RETRIES): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (retries > 0) return loadChunk(load, retries - 1);
    if (error instanceof PageLoadError) throw error;
    throw new PageLoadError((await isGone(error)) ? 'outdated' : 'unreachable', String(error), { cause: error });
  }
}

/** webpack's errors of scripts and style sheets have the file's URL, but not the server's answer. */
async function isGone(error: unknown): Promise<boolean> {
  const { name, request } = error as { name?: string; request?: unknown };
  if (name !== 'ChunkLoadError' || typeof request !== 'string') return false;
  const response = await fetch(request, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return response !== undefined && GONE_STATUSES.includes(response.status);
}

interface Props {
  /** The subject of the error message: `The form`. */
  subject?: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/**
 * Takes the place of a part whose code or data failed to load: one line with Retry, or with Reload if a newer build is
 * deployed.
 */
export function LoadFailure({ subject = 'This part of the page', error, onRetry, className }: Props) {
  const message = error instanceof PageLoadError ? getLoadErrorMessage(subject, error) : getErrorMessage(error);
  return isOutdated(error) ? (
    <ErrorState className={className} message={message} action="Reload" onRetry={reloadPage} />
  ) : (
    <ErrorState className={className} message={message} onRetry={onRetry} />
  );
}

interface LazyComponent<Props> {
  Component: ComponentType<Props> | undefined;
  /** Why the last attempt failed. */
  error: unknown;
  /** Downloads the component, but not after an `outdated` error: only Reload helps then. True if the component is there. */
  load: () => Promise<boolean>;
}

/**
 * A component in a file of its own that is downloaded on demand, or as soon as `isNeeded`; pages use `lazyPage`.
 */
export function useLazyComponent<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  isNeeded = false,
): LazyComponent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [error, setError] = useState<unknown>();

  const load = (): Promise<boolean> => {
    if (isOutdated(error)) return Promise.resolve(false);
    return loadChunk(importComponent).then(
      (loaded) => {
        setComponent(() => loaded);
        setError(undefined);
        return true;
      },
      (failure: unknown) => {
        setError(failure);
        return false;
      },
    );
  };
  const loadNeeded = useEffectEvent(() => void load());
  useEffect(() => {
    if (isNeeded) loadNeeded();
  }, [isNeeded]);

  return { Component, error, load };
}
