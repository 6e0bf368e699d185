import { useState } from 'react';
import { client, dataOf } from '#api/client.ts';
import type { components, operations } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { changeAsStaff, useStaffPages, useStaffQuery } from '../api.ts';
import { useSearch } from '../kit/page.tsx';

export type Run = components['schemas']['StaffRun'];
export type ListedRun = components['schemas']['StaffListedRun'];
export type Session = components['schemas']['StaffSession'];
export type Meeting = components['schemas']['Meeting'];
export type Material = components['schemas']['Material'];
export type ClosedDay = components['schemas']['ClosedDay'];
export type ShiftedRun = components['schemas']['ShiftedRun'];

type Query = NonNullable<operations['listRuns']['parameters']['query']>;
export type RunFilter = Pick<Query, 'state' | 'month'>;

type Change = operations['changeRun']['requestBody']['content']['application/json'];
export type Shift = operations['shiftSessions']['requestBody']['content']['application/json'];

interface RunId {
  course: string;
  run: string;
}

/** The runs that are not over, those that are, or those of a month, page by page. */
export function useRuns(lang: LanguageCode, filter: RunFilter) {
  return useStaffPages(['runs', lang, filter], (signal, from) =>
    dataOf(client.GET('/staff/runs', { signal, params: { query: { lang, ...filter, ...from } } })),
  );
}

/** A run with its sessions and its participants. */
export function useRun(lang: LanguageCode, { course, run }: RunId) {
  const params = { path: { course, run }, query: { lang } };
  return useStaffQuery(['run', lang, course, run], (signal) =>
    dataOf(client.GET('/staff/runs/{course}/{run}', { signal, params })),
  );
}

/**
 * Changes a run as it was when the dialog opened, whatever was fetched since: what the dialog shows is of then. After a conflict, which the
 * dialog says, it is the run as it is.
 */
export function useRunChange(run: Run) {
  const lang = useLanguage().code;
  const [opened] = useState(run.version);
  const [hasConflict, setHasConflict] = useState(false);
  const version = hasConflict ? run.version : opened;
  return async (change: Omit<Change, 'version'>) => {
    try {
      await changeRun(lang, { ...run, version }, change);
    } catch (cause) {
      if (hasCode(cause, 'conflict')) {
        setHasConflict(true);
      }
      throw cause;
    }
  };
}

/** Changes a run as it was read. */
export function changeRun(
  lang: LanguageCode,
  { course, id, version }: Run,
  change: Omit<Change, 'version'>,
) {
  const params = { path: { course: course._id, run: id }, query: { lang } };
  const body = { ...change, version };
  return changeAsStaff(() =>
    dataOf(client.POST('/staff/runs/{course}/{run}/changes', { params, body })),
  );
}

/** Moves or cancels the sessions of some days. A failure too may have changed some. */
export function shiftSessions(lang: LanguageCode, body: Shift) {
  const params = { query: { lang } };
  return changeAsStaff(() => dataOf(client.POST('/staff/runs/shift', { params, body })));
}

/** The filter in the URL, which can be sent to a colleague. With a month, it is the calendar. */
export function useRunFilter() {
  const [search, setSearch] = useSearch();
  const month = search.get('month') ?? '';
  const filter: RunFilter = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? { month }
    : { state: search.get('state') === 'over' ? 'over' : 'coming' };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the runs and back. */
    search: search.size > 0 ? `?${search}` : '',
    setFilter: (next: RunFilter) => {
      setSearch(next);
    },
  };
}
