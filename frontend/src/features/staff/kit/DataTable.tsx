import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Stack from '@mui/material/Stack';
import styles from './DataTable.module.css';

interface Column<Row> {
  /** Unique in the table. */
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Shown without rows. */
  empty: string;
  /** The query of the rows, if it has pages. */
  query?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** A table. On a phone each row is a card, with the labels of the columns beside the values, if there are any. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, query } = props;
  const { t } = useTranslation('staff');
  if (rows.length === 0) {
    return <Typography color="text.secondary">{empty}</Typography>;
  }
  return (
    <>
      <TableContainer component={Paper} variant="outlined">
        <Table aria-label={label} className={styles.table} role="table" size="small">
          <TableHead role="rowgroup">
            <TableRow role="row">
              {columns.map(({ id, label: name }) => (
                <TableCell key={id} role="columnheader" scope="col">
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody role="rowgroup">
            {rows.map((row) => (
              <TableRow key={rowKey(row)} role="row">
                {columns.map(({ id, label: name, cell }) => (
                  <TableCell data-label={name} key={id} role="cell">
                    {cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {query?.hasNextPage && (
        <Button
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          sx={{ marginBlockStart: 2 }}
          variant="outlined"
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

interface RowActionsProps {
  /** The accessible names of the buttons, which name the row. */
  changeLabel: string;
  removeLabel: string;
  onChange: () => void;
  onRemove: () => void;
}

/** The buttons that change and remove what a row shows. */
export function RowActions({ changeLabel, removeLabel, onChange, onRemove }: RowActionsProps) {
  const { t } = useTranslation('staff');
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      <Button aria-label={changeLabel} onClick={onChange} size="small">
        {t('change')}
      </Button>
      <Button aria-label={removeLabel} color="error" onClick={onRemove} size="small">
        {t('remove')}
      </Button>
    </Stack>
  );
}
