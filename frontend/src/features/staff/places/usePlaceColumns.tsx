import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useAmounts, useDays } from '#entities/my-courses/amounts.tsx';
import { TextLink } from '#ui/Link.tsx';
import { Moment } from '../kit/parts.tsx';
import type { ListedPlace } from './api.ts';

/** The columns of lists of places. The links to the places keep the list, so that they lead to the places before and after. */
export function usePlaceColumns(search: string) {
  const { t } = useTranslation(['staffPlaces', 'myCourses']);
  const amounts = useAmounts();
  const days = useDays();
  return {
    name: {
      id: 'name',
      label: t('name'),
      cell: ({ user, course }: ListedPlace) =>
        user ? (
          <TextLink to={`/staff/places/${user._id}/${course._id}${search}`}>
            <bdi>{user.fullname}</bdi>
          </TextLink>
        ) : (
          t('deleted')
        ),
    },
    state: {
      id: 'state',
      label: t('state'),
      cell: ({ state, proofWaits }: ListedPlace) => (
        <>
          <Chip label={t(`myCourses:states.${state}`)} size="small" />
          {proofWaits && (
            <Chip color="primary" label={t('proofWaits')} size="small" variant="outlined" />
          )}
        </>
      ),
    },
    asked: {
      id: 'asked',
      label: t('asked'),
      cell: ({ requestedAt }: ListedPlace) => <Moment time={requestedAt} />,
    },
    refund: {
      id: 'refund',
      label: t('refundDue'),
      cell: ({ refund }: ListedPlace) => refund && amounts(refund),
    },
    price: {
      id: 'price',
      label: t('price'),
      cell: ({ price, payBy }: ListedPlace) =>
        price &&
        (payBy ? t('priceBy', { amount: amounts(price), date: days(payBy) }) : amounts(price)),
    },
  };
}
