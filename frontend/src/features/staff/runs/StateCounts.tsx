import { useTranslation } from 'react-i18next';
import { Facts } from '../kit/Facts.tsx';
import type { Run } from './api.ts';

type Participants = Run['participants'];

const states: readonly Participants[number]['state'][] = [
  'requested',
  'waiting',
  'offered',
  'confirmed',
  'declined',
  'expired',
  'withdrawn',
  'cancelled',
];

/** How many participants are in which state. */
export function StateCounts({ participants }: { participants: Participants }) {
  const { t } = useTranslation('myCourses');
  const countOf = (counted: (typeof states)[number]) =>
    participants.filter(({ state }) => state === counted).length;
  return (
    participants.length > 0 && (
      <Facts
        facts={states.map((state) => [t(`states.${state}`), countOf(state) || undefined] as const)}
      />
    )
  );
}
