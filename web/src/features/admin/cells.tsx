import { Fragment, type ReactNode } from 'react';
import type { ManagedAccount, ManagedFamily } from '#shared/families/admin-routes';
import { withoutSeconds } from '#shared/lib/business-time';
import { roleNames } from '#shared/roles';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { Box } from '../../components/ui/box.tsx';
import { Text } from '../../components/ui/text.tsx';
import { businessDate } from '../../lib/time/today.ts';
import { PhoneLink } from './notices.tsx';
import type { Column } from './tables/column.ts';

export const orMissing = (text: string | null | undefined): string => text?.trim() || 'N/A';

/** Allows line breaks before `@` and dots. */
export const EmailText = ({ email }: { readonly email: string }) =>
  email.split(/(?=[@.])/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));

/** "09:00-09:45" (ADM-40). */
export const shortTimes = ({ start_time, end_time }: Pick<TimeSlot, 'start_time' | 'end_time'>): string =>
  [start_time, end_time].map(withoutSeconds).join('-');

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly inOneLine?: boolean;
}

const factsGrid = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))',
  },
  gap: '4',
  fontVariantNumeric: 'tabular-nums',
  _print: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: '1' },
});

const sixFactsGrid = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
    xl: 'repeat(6, minmax(0, 1fr))',
  },
  gap: '4',
  fontVariantNumeric: 'tabular-nums',
  _print: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: '1' },
});

export const Facts = ({ facts, inOneLine = false }: FactsProps) => (
  <dl className={inOneLine ? sixFactsGrid : factsGrid}>
    {facts.map(([name, value]) => (
      <Box key={name} minWidth="0" overflowWrap="anywhere">
        <Text as="dt" fontSize="sm" color="fg.muted">
          {name}
        </Text>
        <Text as="dd" fontWeight="semibold">
          {value}
        </Text>
      </Box>
    ))}
  </dl>
);

const emailColumn: Column<{ readonly email: string }> = {
  id: 'email',
  header: 'Email',
  kind: 'email',
  line: 'detail',
  cell: ({ email }) => <EmailText email={orMissing(email)} />,
  sortBy: ({ email }) => email,
};

const phoneColumn: Column<{ readonly phone_number: string | null }> = {
  id: 'phone',
  header: 'Phone',
  cell: ({ phone_number }) => <PhoneLink phone={phone_number} />,
};

export const memberColumns = {
  name: {
    id: 'name',
    header: 'Name',
    kind: 'title',
    line: 'lead',
    cell: ({ full_name }) => orMissing(full_name),
    sortBy: ({ full_name }) => full_name,
  },
  email: emailColumn,
  phone: phoneColumn,
  role: {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => roleNames[role],
  },
  joined: {
    id: 'joined',
    header: 'Joined',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
} as const satisfies Record<string, Column<ManagedAccount | ManagedFamily>>;
