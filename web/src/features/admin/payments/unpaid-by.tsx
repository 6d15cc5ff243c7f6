import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { formatDate } from '#shared/domain/text/format';
import type { UserId } from '#shared/schemas/ids';
import type { UnpaidCharge } from '#shared/schemas/payments';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { Loaded } from '../loaded.tsx';
import { CsvButton } from '../tables/csv-button.tsx';
import { readAllPages } from '../tables/read-all-pages.ts';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { TrailButtons, useTrail } from '../tables/trail.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { unpaidCsvColumns } from './unpaid-columns.tsx';
import { UnpaidTable } from './unpaid-table.tsx';

const readAll = (by: CalendarDate, onProgress: (count: number) => void) =>
  readAllPages<UnpaidCharge, string>(async (cursor) => {
    const { charges, next_cursor } = await callRoute(adminRoutes.listUnpaid, {
      body: { by, cursor },
    });
    return { rows: charges, next: next_cursor };
  }, onProgress);

/** What is not paid by a day, with the children and places behind it: to remind their families, or to end them (DUE-02). */
export const UnpaidBy = () => {
  const [text, setText] = useState<string>(() => businessToday());
  const [isShown, setIsShown] = useState(false);
  const by = calendarDateSchema.safeParse(text);
  return (
    <Card p={{ base: '4', md: '5' }}>
      <Stack gap="3">
        <Heading size="md">{by.success ? `Unpaid by ${formatDate(by.data)}` : 'Unpaid by a date'}</Heading>
        <HStack wrap="wrap" gap="4" align="end">
          <TextField
            label="Due until"
            type="date"
            value={text}
            error={by.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setText(value)}
          />
          {by.success && !isShown && (
            <Button type="button" variant="outline" onClick={() => setIsShown(true)}>
              Show Children and Places
            </Button>
          )}
          {by.success && isShown && (
            <CsvButton
              name={`unpaid-by-${by.data}`}
              columns={unpaidCsvColumns}
              readRows={(onProgress) => readAll(by.data, onProgress)}
            />
          )}
        </HStack>
        {by.success && isShown && <Unpaid key={by.data} by={by.data} />}
      </Stack>
    </Card>
  );
};

const Unpaid = ({ by }: { readonly by: CalendarDate }) => {
  const page = useTrail();
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(new Set());
  const [isReminding, setIsReminding] = useState(false);
  const unpaid = useQuery({
    ...routeQuery(
      adminRoutes.listUnpaid,
      { body: { by, cursor: page.cursor } },
      'Failed to load what is not paid',
    ),
    placeholderData: keepPreviousData,
  });
  const toggle = (parentId: UserId) => {
    const next = new Set(chosen);
    if (!next.delete(parentId)) next.add(parentId);
    setChosen(next);
  };
  return (
    <Loaded query={unpaid} skeleton={<TableSkeleton />}>
      {({ charges, families, due, next_cursor }) =>
        families === 0 ? (
          <Text>Everything that is due by then is paid.</Text>
        ) : (
          <Stack gap="3">
            <HStack wrap="wrap" gap="3" justify="space-between">
              <Text fontVariantNumeric="tabular-nums">
                {formatCents(due)} of {counted(families, 'family', 'families')}
              </Text>
              <Button type="button" disabled={chosen.size === 0} onClick={() => setIsReminding(true)}>
                {chosen.size === 0
                  ? 'Remind Families'
                  : `Remind ${counted(chosen.size, 'Family', 'Families')}`}
              </Button>
            </HStack>
            <UnpaidTable
              charges={charges}
              isStale={unpaid.isPlaceholderData}
              chosen={chosen}
              onChoose={toggle}
            />
            <TrailButtons page={page} next={next_cursor} of="Families" />
            <RemindDialog
              families={isReminding ? [...chosen] : []}
              onClose={() => setIsReminding(false)}
              onSent={() => setChosen(new Set())}
            />
          </Stack>
        )
      }
    </Loaded>
  );
};
