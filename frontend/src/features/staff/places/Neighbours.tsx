import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { usePlaces } from './api.ts';
import { usePlaceFilter } from './usePlaceFilter.ts';

/** Links to the list and to the places before and after this one in it, which the keys K and J follow, too. */
export function Neighbours({ user, course }: { user: string; course: string }) {
  const { t } = useTranslation('staffPlaces');
  const lang = useLanguage().code;
  const navigate = useNavigate();
  const { filter, search } = usePlaceFilter();
  const listed = usePlaces(lang, filter).data?.pages.flatMap((page) => page.places) ?? [];
  const places = listed.filter((place) => place.user !== undefined);
  const index = places.findIndex(
    (place) => place.user?._id === user && place.course._id === course,
  );
  const linkTo = (place: (typeof places)[number] | undefined) =>
    place?.user && `/staff/places/${place.user._id}/${place.course._id}${search}`;
  const previous = linkTo(places[index - 1]);
  // A place that was decided is no longer in the list: the first one that waits is next.
  const next = linkTo(places[index + 1]);

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

  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3 }}>
      <TextLink to={`/staff/places${search}`}>{t('all')}</TextLink>
      {previous && (
        <TextLink aria-keyshortcuts="k" to={previous}>
          {t('previous')}
        </TextLink>
      )}
      {next && (
        <TextLink aria-keyshortcuts="j" to={next}>
          {t('next')}
        </TextLink>
      )}
    </Stack>
  );
}
