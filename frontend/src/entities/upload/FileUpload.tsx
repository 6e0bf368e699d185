import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';

/** Takes one file, by drop or by picker, and shows the progress of its upload. Loaded where a file is chosen. */
export const FileUpload = lazyComponent(
  async () => (await import('./FileUploadPanel.tsx')).FileUploadPanel,
  { translations: ['upload'] },
);
