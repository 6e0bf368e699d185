import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ensureTranslations } from '#i18n/i18n.ts';
import { changeAsStaff, useStaffPages, useStaffQuery } from '../api.ts';
import { useSearch } from '../kit/page.tsx';

export type Application = components['schemas']['Application'];
export type ListedApplication = components['schemas']['ListedApplication'];
export type ApplicationStatus = components['schemas']['ApplicationStatus'];
export type FileForReview = components['schemas']['FileForReview'];

export interface ApplicationFilter {
  state: ApplicationStatus;
  /** The id of a course. */
  course: string | undefined;
}

/** The applications with one status, the oldest first, page by page. */
export function useApplications({ state, course }: ApplicationFilter) {
  return useStaffPages(['applications', state, course], (signal, from) => {
    const query = { state, ...(course && { course }), ...from };
    return dataOf(client.GET('/staff/applications', { signal, params: { query } }));
  });
}

/** An application, with the templates of reasons in the language of the emails to the teacher. */
export function useApplication(id: string) {
  return useStaffQuery(['application', id], async (signal) => {
    const params = { path: { user: id } };
    const application = await dataOf(client.GET('/staff/applications/{user}', { signal, params }));
    await ensureTranslations(application.language, ['staffApplications']);
    return application;
  });
}

export interface Decision {
  decision: 'approve' | 'decline';
  reason?: string;
}

/** Decides about an application as it was read. */
export function decide(
  lang: LanguageCode,
  { _id: user, version }: Application,
  decision: Decision,
) {
  const params = { path: { user }, query: { lang } };
  const body = { ...decision, version };
  return changeAsStaff(() =>
    dataOf(client.POST('/staff/applications/{user}/decision', { params, body })),
  );
}

export const applicationStates: readonly ApplicationStatus[] = ['pending', 'approved', 'declined'];

/** The filter in the URL, which can be sent to a colleague. */
export function useApplicationFilter() {
  const [search, setSearch] = useSearch();
  const filter: ApplicationFilter = {
    state: applicationStates.find((known) => known === search.get('state')) ?? 'pending',
    course: search.get('course') ?? undefined,
  };
  return {
    filter,
    /** The query of the URL, with the question mark, for links to one of the applications. */
    search: search.size > 0 ? `?${search}` : '',
    /** Changes one part, which an empty value removes. */
    setFilter: (change: { state?: string; course?: string }) => {
      const changed = Object.entries({ ...Object.fromEntries(search), ...change });
      setSearch(Object.fromEntries(changed.filter(([, value]) => value)));
    },
  };
}
