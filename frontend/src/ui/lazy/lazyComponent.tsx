import type { FlatNamespace } from 'i18next';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { loadTranslations } from '#i18n/i18n.ts';
import { reloadIntoNewRelease } from '#lib/newRelease.ts';
import { useIsHydrated } from '../browserState.ts';
import { FocusOnMount, RetryNotice, type LoadFailedProps } from './loadFailures.tsx';
import type { Elements } from '../elements.ts';

interface LazyOptions<Props> {
  /** Namespaces that the component translates from. It is loaded once they are. */
  translations?: FlatNamespace[];
  /** Shown while the component loads. */
  placeholder?: Elements;
  /** Replaces the component when it could not be loaded. */
  Failed?: ComponentType<LoadFailedProps<Props>>;
  /** CSS selector of the element in the component that takes the focus after a successful retry. */
  focusAfterRetry?: string;
  /** Reloads the page when it failed because of a new release. Only for components that replace no user input. */
  reloadsForNewRelease?: boolean;
}

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the component before it is rendered. After a failure, rendering it tries again. */
  preload: () => void;
  /** Loads it likewise. Resolves when it can be rendered at once, or could not be loaded. */
  ready: () => Promise<unknown>;
};

type LoadResult<Props> = { Component: ComponentType<Props> } | 'failed';

/**
 * A component that is loaded with its translations when it is first rendered; one with the prop `open`, when it opens. After a failure
 * it can be loaded again in its place, while the rest of the screen keeps its state. (A rejected `React.lazy` stays rejected.)
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions<Props> = {},
): LazyComponent<Props> {
  const {
    translations = [],
    placeholder = null,
    Failed = RetryNotice,
    focusAfterRetry,
    reloadsForNewRelease = false,
  } = options;
  let loaded: LoadResult<Props> | undefined;
  let current: Promise<LoadResult<Props>> | undefined;

  const start = async (): Promise<LoadResult<Props>> => {
    try {
      loaded = { Component: await loadWithTranslations(load, translations) };
      return loaded;
    } catch {
      if (reloadsForNewRelease && (await reloadIntoNewRelease())) {
        // The page is about to be replaced.
        return new Promise(() => undefined);
      }
      current = undefined;
      return 'failed';
    }
  };
  const join = () => (current ??= start());

  function Content({ props }: { props: Props }) {
    const [{ result, retries }, setAttempt] = useState({ result: loaded, retries: 0 });
    const isHydrated = useIsHydrated();
    const isLoading = !result;

    useEffect(() => {
      if (isLoading) {
        void join().then((result) => {
          setAttempt({ result, retries: 0 });
        });
      }
    }, [isLoading]);

    if (!result) {
      return placeholder;
    }
    if (result === 'failed') {
      if (!isHydrated) {
        // The prerendered page shows the component. After an error in hydration, React renders what replaces it.
        throw new Error('A part of the app could not be fetched.');
      }
      const onRetry = async () => {
        const retried = await start();
        if (retried !== 'failed') {
          current = Promise.resolve(retried);
        }
        setAttempt({ result: retried, retries: retries + 1 });
      };
      return <Failed onRetry={onRetry} props={props} retries={retries} />;
    }
    return (
      <>
        <Suspense fallback={placeholder}>
          <result.Component {...props} />
        </Suspense>
        {focusAfterRetry && retries > 0 && <FocusOnMount selector={focusAfterRetry} />}
      </>
    );
  }

  function LazyComponent(props: Props) {
    const isOpen = (props as { open?: boolean }).open !== false;
    const [wasOpened, setWasOpened] = useState(isOpen);
    if (isOpen && !wasOpened) {
      setWasOpened(true);
    }
    // A loaded component stays when it closes, for its transition. A failed one is loaded again when it opens again.
    return isOpen || (wasOpened && loaded) ? <Content props={props} /> : null;
  }

  return Object.assign(LazyComponent, { preload: () => void join(), ready: join });
}

/** Loads a component and its translations. Fails when either cannot be loaded. */
export async function loadWithTranslations<Component>(
  load: () => Promise<Component>,
  translations: FlatNamespace[],
): Promise<Component> {
  // `useTranslation` alone goes on without translations that could not be loaded, and never asks for them again.
  const [Component] = await Promise.all([
    load(),
    translations.length > 0 && loadTranslations(translations),
  ]);
  return Component;
}
