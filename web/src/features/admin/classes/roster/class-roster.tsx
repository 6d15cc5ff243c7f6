import { HStack, Stack } from '@chakra-ui/react/stack';
import { Printer } from 'lucide-react';
import { bookingCount } from '#shared/domain/classes/capacity';
import { formatCents } from '#shared/domain/pricing/money';
import { weeksText } from '#shared/domain/pricing/pricing';
import { classPrice } from '#shared/domain/pricing/session-pricing';
import { classTypeName, everyWeekday, formatDate, formatTimeRange } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import type { SlotId } from '#shared/schemas/ids';
import type { Roster } from '#shared/schemas/roster';
import { AreaScreen } from '../../../../components/area-screen.tsx';
import { Button } from '../../../../components/button.tsx';
import { Card } from '../../../../components/card.tsx';
import { Heading } from '../../../../components/heading.tsx';
import { businessNow } from '../../../../lib/time/today.ts';
import { BackLink } from '../../back-link.tsx';
import { Facts } from '../../facts.tsx';
import { PastRegisters } from '../../registers/past-registers.tsx';
import { SessionRow } from '../../sessions/session-row.tsx';
import { CsvButton } from '../../tables/csv-button.tsx';
import { TableSkeleton } from '../../tables/table-skeleton.tsx';
import { WhoStays } from '../../terms/who-stays.tsx';
import { SlotChoice } from '../slot-choice.tsx';
import { WaitingList } from '../waiting-list/waiting-list.tsx';
import { rosterCsvColumns } from './roster-csv.ts';
import { RosterTable } from './roster-table.tsx';

export const backToClasses = { to: paths.adminClasses, label: 'Back to Classes' };

interface ClassRosterProps {
  readonly roster: Roster;
  readonly requestedSlot: SlotId | undefined;
  /** The requested slot is loading, and `roster` is that of another slot. */
  readonly isLoading: boolean;
}

export const ClassRoster = ({ roster, requestedSlot, isLoading }: ClassRosterProps) => {
  const { class: cls, time_slot_id, bookings } = roster;
  const selected = isLoading ? requestedSlot : time_slot_id;
  const slot = cls.time_slots.find(({ id }) => id === selected);
  const { price, isLowest, weeks } = classPrice(cls, businessNow());
  return (
    <Stack gap="4">
      <BackLink {...backToClasses} />
      <AreaScreen title={`${classTypeName(cls.class_type)}, ${cls.venue}`}>
        <Card
          p={{ base: '4', md: '5' }}
          _print={{ p: '0', border: 'none', boxShadow: 'none', fontSize: '9.5pt' }}
        >
          <Facts
            facts={[
              ['Coach', cls.coach_name],
              ['Address', cls.venue_details.address],
              ...(cls.venue_details.directions
                ? [['Directions', cls.venue_details.directions] as const]
                : []),
              ['Price', `${isLowest ? 'from ' : ''}${formatCents(price)} (${weeksText(weeks)})`],
              ['Start Date', formatDate(cls.start_date)],
              ['End Date', formatDate(cls.end_date)],
              ['Meets', everyWeekday(cls.start_date)],
            ]}
          />
        </Card>
        <SlotChoice slots={cls.time_slots} selected={slot?.id} />
        {/* Before the roster: on a rainy morning, on a phone, a session is cancelled. */}
        {slot && <SessionRow key={slot.id} cls={cls} slot={slot} />}
        {slot && (
          <Stack gap="4">
            <HStack wrap="wrap" justify="space-between" gap="3">
              <Heading size="md">
                Bookings for {formatTimeRange(slot)} ({bookingCount(slot)}/{slot.max_capacity})
              </Heading>
              <HStack wrap="wrap" gap="2" _print={{ display: 'none' }}>
                <Button type="button" variant="outline" disabled={isLoading} onClick={() => window.print()}>
                  <Printer size="1.2em" aria-hidden />
                  Print
                </Button>
                <CsvButton name="roster" columns={rosterCsvColumns} readRows={async () => bookings} />
              </HStack>
            </HStack>
            {isLoading ? <TableSkeleton /> : <RosterTable cls={cls} slot={slot} bookings={bookings} />}
          </Stack>
        )}
        {slot && <WaitingList key={slot.id} slot={slot} />}
        {slot && <PastRegisters key={`registers ${slot.id}`} slot={slot} />}
        <WhoStays classId={cls.id} />
      </AreaScreen>
    </Stack>
  );
};
