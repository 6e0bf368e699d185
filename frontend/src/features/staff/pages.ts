import type { FlatNamespace } from 'i18next';
import type { ComponentType } from 'react';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import type { StaffRole } from './api.ts';

type PageId =
  | 'today'
  | 'places'
  | 'runs'
  | 'closedDays'
  | 'applications'
  | 'people'
  | 'announcements'
  | 'paymentInstructions'
  | 'members'
  | 'audit';

interface StaffPage {
  /** Names its text, `staff:pages.<id>`. */
  id: PageId;
  /** Below `/staff`. What follows is the page's own. */
  path: string;
  /** Who may use it. An owner may use all. */
  roles: readonly StaffRole[];
  Page: ComponentType<{ path: string }>;
}

const everybody: readonly StaffRole[] = ['admissions', 'finance', 'catalogue', 'owner'];

const lazyPage = (
  load: () => Promise<ComponentType<{ path: string }>>,
  ...translations: FlatNamespace[]
) => lazyComponent(load, { translations });

/** The pages of staff, in the order of the navigation. */
export const pages: readonly StaffPage[] = [
  {
    id: 'today',
    path: '',
    roles: everybody,
    Page: lazyPage(async () => (await import('./today/TodayPage.tsx')).TodayPage),
  },
  {
    id: 'places',
    path: 'places',
    roles: ['admissions', 'finance'],
    Page: lazyPage(
      async () => (await import('./places/PlacesPage.tsx')).PlacesPage,
      'staffPlaces',
      'myCourses',
      'myPlace',
    ),
  },
  {
    id: 'runs',
    path: 'runs',
    roles: ['admissions', 'finance'],
    Page: lazyPage(
      async () => (await import('./runs/RunsPage.tsx')).RunsPage,
      'staffRuns',
      'staffPlaces',
      'myCourses',
    ),
  },
  {
    id: 'closedDays',
    path: 'closed-days',
    roles: ['admissions', 'finance'],
    Page: lazyPage(
      async () => (await import('./closed-days/ClosedDaysPage.tsx')).ClosedDaysPage,
      'staffClosedDays',
      'staffRuns',
      'staffPlaces',
    ),
  },
  {
    id: 'applications',
    path: 'applications',
    roles: ['admissions'],
    Page: lazyPage(
      async () => (await import('./applications/ApplicationsPage.tsx')).ApplicationsPage,
      'staffApplications',
    ),
  },
  {
    id: 'people',
    path: 'people',
    roles: ['admissions'],
    Page: lazyPage(async () => (await import('./people/PeoplePage.tsx')).PeoplePage, 'staffPeople'),
  },
  {
    id: 'announcements',
    path: 'announcements',
    roles: ['admissions'],
    Page: lazyPage(
      async () => (await import('./announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
      'staffAnnouncements',
    ),
  },
  {
    id: 'paymentInstructions',
    path: 'payment-instructions',
    roles: ['finance'],
    Page: lazyPage(
      async () =>
        (await import('./payment-instructions/PaymentInstructionsPage.tsx'))
          .PaymentInstructionsPage,
      'staffPaymentInstructions',
      'staffPlaces',
    ),
  },
  {
    id: 'members',
    path: 'members',
    roles: ['owner'],
    Page: lazyPage(async () => (await import('./members/MembersPage.tsx')).MembersPage),
  },
  {
    id: 'audit',
    path: 'audit',
    roles: ['owner'],
    Page: lazyPage(async () => (await import('./audit/AuditPage.tsx')).AuditPage),
  },
];
