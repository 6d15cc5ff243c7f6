import { useId, useState } from 'react';
import { mondayOf } from '#shared/lib/calendar';
import { classTypeName, formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { type CalendarDate, centsSchema } from '#shared/lib/values';
import { programmeIds } from '#shared/programmes';
import type { SeasonWeek } from '#shared/school/admin-routes';
import { css } from '#styled-system/css';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { businessToday } from '../../../lib/time/today.ts';

interface WeekValue {
  readonly share: number;
  readonly text: string;
}

interface WeekSeries {
  readonly name: string;
  readonly colour: string;
  readonly scale: string;
  readonly values: readonly WeekValue[];
}

interface WeekChartProps {
  readonly title: string;
  readonly explanation: string;
  readonly mondays: readonly CalendarDate[];
  readonly present: number;
  readonly series: readonly WeekSeries[];
}

const weekWidth = 10;
const barWidth = 7;
const height = 40;

/** Bars per week as SVG, with a text for screen readers and a table with the numbers behind a button. */
const WeekChart = ({ title, explanation, mondays, present, series }: WeekChartProps) => {
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  const last = mondays.at(-1);
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Body gap="3">
        <HStack justify="space-between" gap="3" wrap="wrap">
          <Card.Title as="h3" id={id}>
            {title}
          </Card.Title>
          <Button
            type="button"
            variant="outline"
            size="sm"
            aria-pressed={showsTable}
            onClick={() => setShowsTable(!showsTable)}
          >
            Show numbers
          </Button>
        </HStack>
        <Card.Description fontSize="sm">{explanation}</Card.Description>
        {showsTable ? (
          <NumberTable title={title} mondays={mondays} series={series} />
        ) : (
          <Stack gap="2">
            {series.map((row) => (
              <Bars key={row.name} row={row} present={present} mondays={mondays} />
            ))}
            <HStack justify="space-between">
              <Text as="span" fontSize="sm" color="fg.muted">
                {mondays[0] && formatDate(mondays[0])}
              </Text>
              <Text as="span" fontSize="sm" color="fg.muted">
                {last && formatDate(last)}
              </Text>
            </HStack>
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
};

/** All bars are one path: an element for each of 160 bars costs a phone 10 ms. */
const barsOf = (shares: readonly number[]): string =>
  shares
    .map((share, week) => {
      const x = week * weekWidth + (weekWidth - barWidth) / 2;
      return `M${x} ${height}v${-height * share}h${barWidth}v${height * share}z`;
    })
    .join('');

const colourOf = (token: string): string => `var(--chakra-colors-${token.replaceAll('.', '-')})`;

interface BarsProps {
  readonly row: WeekSeries;
  readonly present: number;
  readonly mondays: readonly CalendarDate[];
}

const Bars = ({ row, present, mondays }: BarsProps) => {
  const [pointed, setPointed] = useState(0);
  const textOf = (monday: CalendarDate, week: number): string =>
    `week of ${formatDate(monday)} ${row.values[week]?.text}`;
  const monday = mondays[pointed];
  return (
    <Stack gap="1">
      <HStack justify="space-between" fontSize="sm" fontVariantNumeric="tabular-nums">
        <Text>
          <strong>{row.name}</strong>{' '}
          <Text as="span" color="fg.muted">
            (full height: {row.scale})
          </Text>
        </Text>
        {present >= 0 && <Text color="fg.muted">This week: {row.values[present]?.text}</Text>}
      </HStack>
      <svg
        viewBox={`0 0 ${mondays.length * weekWidth} ${height}`}
        preserveAspectRatio="none"
        className={css({ width: 'full', height: '12' })}
        role="img"
        aria-label={`${row.name}: ${mondays.map(textOf).join(', ')}`}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          setPointed(Math.floor(((clientX - left) / width) * mondays.length));
        }}
      >
        {/* The title of the week under the pointer. */}
        <title>{monday && textOf(monday, pointed)}</title>
        <path d={barsOf(mondays.map(() => 1))} fill={colourOf('bg.subtle')} />
        <path
          d={barsOf(mondays.map((_, week) => (week === present ? 1 : 0)))}
          fill={colourOf('brand.line')}
        />
        <path d={barsOf(row.values.map(({ share }) => share))} fill={colourOf(row.colour)} />
      </svg>
    </Stack>
  );
};

const NumberTable = ({ title, mondays, series }: Pick<WeekChartProps, 'title' | 'mondays' | 'series'>) => (
  <table aria-label={title} className={numbers}>
    <thead>
      <tr>
        <th scope="col">Week of</th>
        {series.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {mondays.map((monday, week) => (
        <tr key={monday}>
          <th scope="row">{formatDate(monday)}</th>
          {series.map(({ name, values }) => (
            <td key={name}>{values[week]?.text}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const numbers = css({
  width: 'full',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': {
    py: '1',
    pe: '2',
    textAlign: 'start',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& tbody th': { fontWeight: 'normal' },
});

const share = (count: number, whole: number): number => (whole > 0 ? Math.min(1, count / whole) : 0);

const fillSeries = (weeks: readonly SeasonWeek[]): WeekSeries[] =>
  programmeIds
    .filter((id) => weeks.some(({ programmes }) => programmes.some(({ class_type }) => class_type === id)))
    .map((id) => ({
      name: classTypeName(id),
      colour: `programme.${id}.solid`,
      scale: 'all places',
      values: weeks.map(({ programmes }) => {
        const places = programmes.find(({ class_type }) => class_type === id);
        return places
          ? { share: share(places.booked, places.places), text: `${places.booked} of ${places.places}` }
          : { share: 0, text: 'no sessions' };
      }),
    }));

const sumSeries = (weeks: readonly SeasonWeek[]): WeekSeries[] => {
  const most = { bookings: 0, amount: 0 };
  for (const { bookings, amount } of weeks) {
    most.bookings = Math.max(most.bookings, bookings);
    most.amount = Math.max(most.amount, amount);
  }
  return [
    {
      name: 'Bookings',
      colour: 'brand.solid',
      scale: String(most.bookings),
      values: weeks.map(({ bookings }) => ({
        share: share(bookings, most.bookings),
        text: String(bookings),
      })),
    },
    {
      name: 'Amounts',
      colour: 'accent.solid',
      scale: formatCents(centsSchema.parse(most.amount)),
      values: weeks.map(({ amount }) => ({ share: share(amount, most.amount), text: formatCents(amount) })),
    },
  ];
};

export const SeasonCharts = ({ weeks }: { readonly weeks: readonly SeasonWeek[] }) => {
  const mondays = weeks.map(({ monday }) => monday);
  const present = mondays.indexOf(mondayOf(businessToday()));
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
      <WeekChart
        title="Places Filled"
        explanation="Booked places of each week."
        mondays={mondays}
        present={present}
        series={fillSeries(weeks)}
      />
      <WeekChart
        title="Bookings and Amounts"
        explanation="Bookings with a session in the week, and its part of their amounts."
        mondays={mondays}
        present={present}
        series={sumSeries(weeks)}
      />
    </SimpleGrid>
  );
};
