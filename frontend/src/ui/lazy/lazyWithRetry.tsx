import { use, type ComponentType } from 'react';
import { reloadIntoNewRelease } from '#lib/newRelease.ts';
import { NotFetched, LoadBoundary, type NotFetchedProps } from './LoadBoundary.tsx';

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
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failed, landing }: Options,
): ComponentType<Props> {
  let fetched: Promise<ComponentType<Props>> | undefined;
  const fetch = () => (fetched ??= fetchPart(load));

  function Part(props: Props) {
    const Fetched = use(fetch());
    // oxlint-disable-next-line react/static-components -- it comes from a promise that is kept
    return <Fetched {...props} />;
  }

  return function LazyWithRetry(props: Props) {
    return (
      <LoadBoundary
        Failed={Failed}
        landing={landing}
        onRetry={() => {
          fetched = undefined;
        }}
      >
        <Part {...props} />
      </LoadBoundary>
    );
  };
}

/** Where it is missing because of a new release, nobody is told: the page is about to be that one. */
async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (await reloadIntoNewRelease()) {
      return new Promise(() => undefined);
    }
    throw new NotFetched('A part of the app could not be fetched.', { cause });
  }
}
