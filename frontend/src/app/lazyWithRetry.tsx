import { use, type ComponentType } from 'react';
import { reloadIntoNewRelease } from './newRelease.ts';
import { NotFetched, RetryBoundary, type NotFetchedProps } from './RetryBoundary.tsx';

interface Options {
  /** What stands in the place of the part when it cannot be fetched. */
  Failed: ComponentType<NotFetchedProps>;
  /** Where the focus goes, in the part, when it is there after all. */
  landing: string;
}

/**
 * A part of the app that is fetched when it is first rendered, and can be fetched again in its place when that fails.
 * (A rejected `React.lazy` stays rejected.)
 */
export function lazyWithRetry(
  load: () => Promise<ComponentType>,
  { Failed, landing }: Options,
): ComponentType {
  let fetched: Promise<ComponentType> | undefined;
  const fetch = () => (fetched ??= fetchPart(load));

  function Part() {
    const Fetched = use(fetch());
    return <Fetched />;
  }

  return function LazyWithRetry() {
    return (
      <RetryBoundary
        Failed={Failed}
        landing={landing}
        onRetry={() => {
          fetched = undefined;
        }}
      >
        <Part />
      </RetryBoundary>
    );
  };
}

/** Where it is missing because of a new release, nobody is told: the page is about to be that one. */
async function fetchPart(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load();
  } catch (cause) {
    if (await reloadIntoNewRelease()) {
      return new Promise(() => undefined);
    }
    throw new NotFetched('A part of the app could not be fetched.', { cause });
  }
}
