import { HStack, Stack } from '@chakra-ui/react/stack';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { addDays } from '#shared/domain/time/calendar';
import type { UserId } from '#shared/schemas/ids';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { CsvButton } from '../tables/csv-button.tsx';
import { readAllPages } from '../tables/read-all-pages.ts';
import { type EntryRow, entryCsvColumns, entryRowsOf } from './entry-rows.ts';

/** Days that are preset: the last month. */
const presetDays = 30;

const readEntries = (from: CalendarDate, until: CalendarDate, onProgress: (count: number) => void) =>
  readAllPages<EntryRow, UserId>(async (cursor) => {
    const { families, next_cursor } = await callRoute(adminRoutes.listEntries, {
      body: { from, until, cursor },
    });
    return { rows: families.flatMap((family) => entryRowsOf(family, { from, until })), next: next_cursor };
  }, onProgress);

/** Exports the charges and entries of a period (PAY-07). */
export const EntriesExport = () => {
  const [from, setFrom] = useState<string>(() => addDays(businessToday(), -presetDays));
  const [until, setUntil] = useState<string>(() => businessToday());
  const [first, last] = [calendarDateSchema.safeParse(from), calendarDateSchema.safeParse(until)];
  return (
    <Card p={{ base: '4', md: '5' }}>
      <Stack gap="3">
        <Heading size="md">All entries of a period</Heading>
        <HStack wrap="wrap" gap="4" align="end">
          <TextField
            label="From"
            type="date"
            value={from}
            error={first.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setFrom(value)}
          />
          <TextField
            label="Until"
            type="date"
            value={until}
            error={last.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setUntil(value)}
          />
          {first.success && last.success && (
            <CsvButton
              name={`entries-${first.data}-${last.data}`}
              columns={entryCsvColumns}
              readRows={(onProgress) => readEntries(first.data, last.data, onProgress)}
            />
          )}
        </HStack>
      </Stack>
    </Card>
  );
};
