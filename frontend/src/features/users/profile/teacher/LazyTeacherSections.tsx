import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';

/** Loaded for teachers only. */
export const LazyTeacherSections = lazyComponent(
  async () => (await import('./TeacherSections.tsx')).TeacherSections,
  { translations: ['courses', 'profileFiles', 'upload'] },
);
