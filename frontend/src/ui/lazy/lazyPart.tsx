import { Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnackbar } from '../snackbar/snackbarContext.ts';

interface PartProps {
  /** A part that opens is fetched when it does. Any other is at once. */
  open?: boolean;
}

/**
 * A part of a screen that is fetched when it is needed, and that the screen can do without: when it cannot be fetched,
 * everything else stays, with what was typed. (A rejected `React.lazy` takes all of it away, and stays rejected.)
 *
 * @param onFailed tells the owner, after the person was told, that the part will not come; it is fetched again when it
 * is opened again. Without it the part is decoration, and nobody is told.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: (props: Props) => void,
) {
  return function LazyPart(props: Props) {
    const { t } = useTranslation();
    const { showError } = useSnackbar();
    const [Part, setPart] = useState<ComponentType<Props>>();
    const isMissing = !Part && (props as PartProps).open !== false;

    const fail = useEffectEvent(() => {
      if (onFailed) {
        showError(t('partFailed'));
        onFailed(props);
      }
    });

    useEffect(() => {
      if (!isMissing) {
        return;
      }
      let isWanted = true;
      load().then(
        (loaded) => {
          if (isWanted) {
            setPart(() => loaded);
          }
        },
        () => {
          if (isWanted) {
            fail();
          }
        },
      );
      return () => {
        isWanted = false;
      };
    }, [isMissing]);

    return (
      Part && (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    );
  };
}

/** Fetches a part that is likely to be needed. A failure is dealt with when it is. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
