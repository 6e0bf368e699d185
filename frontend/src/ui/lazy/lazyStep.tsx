import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../Notice.tsx';
import { ReloadButton } from '../ReloadButton.tsx';
import { fetchAhead } from './lazyPart.tsx';

/**
 * A step of a screen that is fetched when it begins, or ahead of that. When it cannot be fetched, it can be tried again
 * in its place: the screen stays, with what was entered in the steps before.
 *
 * @param placeholder holds its place until it is there.
 */
export function lazyStep<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: ReactNode,
) {
  let fetched: ComponentType<Props> | undefined;
  const fetch = async () => (fetched ??= await load());

  function LazyStep(props: Props) {
    const { t } = useTranslation();
    const [Step, setStep] = useState(() => fetched);
    const [hasFailed, setHasFailed] = useState(false);
    const [isRetry, setIsRetry] = useState(false);

    useEffect(() => {
      if (Step || hasFailed) {
        return;
      }
      let isWanted = true;
      fetch().then(
        (loaded) => {
          if (isWanted) {
            setStep(() => loaded);
          }
        },
        () => {
          if (isWanted) {
            setHasFailed(true);
          }
        },
      );
      return () => {
        isWanted = false;
      };
    }, [Step, hasFailed]);

    if (hasFailed) {
      return (
        <>
          <Notice
            onRetry={() => {
              setHasFailed(false);
              setIsRetry(true);
            }}
            title={t('partFailed')}
          />
          {/* After a new release it is not there any more. What was entered is kept, but for passwords and files. */}
          {isRetry && <ReloadButton look="outlined" />}
        </>
      );
    }
    return Step ? <Step {...props} /> : placeholder;
  }

  return Object.assign(LazyStep, {
    fetchAhead: () => {
      fetchAhead(fetch);
    },
  });
}
