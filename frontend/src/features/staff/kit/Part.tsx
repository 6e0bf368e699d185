import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Elements } from '#ui/elements.ts';

/** A part of the page with its heading. */
export function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} component="section" variant="outlined">
      <CardContent>
        <Typography component="h2" gutterBottom id={id} variant="h3">
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
