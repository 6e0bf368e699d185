import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { TextLink } from '#ui/Link.tsx';

interface NeighboursProps {
  /** The path of the list. */
  list: string;
  /** The name of the link to the list. */
  all: string;
  /** The query of the URL of the list, with the question mark. */
  search: string;
  /** The keys of what the list has, in its order: the path of each below the list. */
  listed: string[];
  /** The key of what is shown. */
  current: string;
  /** The number of decisions that were made on this page. After each, the link to the next one has the focus, or else that to the list. */
  decisions: number;
}

/** Links to a list and to what is before and after this in it, which the keys K and J follow, too. */
export function Neighbours(props: NeighboursProps) {
  const { list, all, search, listed, current, decisions } = props;
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const onward = useRef<HTMLAnchorElement>(null);
  const index = listed.indexOf(current);
  const linkTo = (key: string | undefined) => key && `${list}/${key}${search}`;
  const previous = linkTo(listed[index - 1]);
  // What was decided is no longer in the list of what waits: the first one that waits is next.
  const next = linkTo(listed[index + 1]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
    const target = event.key === 'j' ? next : event.key === 'k' ? previous : undefined;
    if (target && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      void navigate(target);
    }
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  useEffect(() => {
    if (decisions > 0) {
      // The button that opened the dialog may be gone.
      onward.current?.focus();
    }
  }, [decisions]);

  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3 }}>
      <TextLink ref={next ? null : onward} to={list + search}>
        {all}
      </TextLink>
      {previous && (
        <TextLink aria-keyshortcuts="k" to={previous}>
          {t('previous')}
        </TextLink>
      )}
      {next && (
        <TextLink aria-keyshortcuts="j" ref={onward} to={next}>
          {t('next')}
        </TextLink>
      )}
    </Stack>
  );
}
