import Stack from '@mui/material/Stack';
import type { Elements } from '#ui/elements.ts';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import styles from './PageTitle.module.css';

/** The heading of a page, with what can be done there beside it. */
export function PageTitle({ title, children }: { title: string; children?: Elements }) {
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 2,
        justifyContent: 'space-between',
        marginBlockEnd: 2,
      }}
    >
      <ScreenTitle className={styles.title} documentTitle={title}>
        {title}
      </ScreenTitle>
      {children}
    </Stack>
  );
}
