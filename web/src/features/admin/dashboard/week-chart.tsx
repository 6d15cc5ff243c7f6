import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useId, useState } from 'react';
import { formatDate } from '#shared/domain/text/format';
import type { CalendarDate } from '#shared/schemas/values';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';

interface WeekValue {
  /** Height of the bar, from 0 to 1. */
  readonly share: number;
  readonly text: string;
}

/** A row of bars, one for each week. */
export interface WeekSeries {
  readonly name: string;
  /** Token of the bars' colour. */
  readonly colour: string;
  readonly values: readonly WeekValue[];
}

interface WeekChartProps {
  readonly title: string;
  /** What the bars mean. */
  readonly explanation: string;
  readonly mondays: readonly CalendarDate[];
  /** Index of the present week; -1 when it is not among them. */
  readonly present: number;
  readonly series: readonly WeekSeries[];
}

const weekWidth = 10;
const barWidth = 7;
const height = 40;

/** Bars per week as SVG, with a text for screen readers and the numbers in a table behind a button. */
export const WeekChart = ({ title, explanation, mondays, present, series }: WeekChartProps) => {
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  const last = mondays.at(-1);
  return (
    <Card asChild p={{ base: '4', md: '5' }}>
      <section aria-labelledby={id}>
        <Stack gap="3">
          <HStack justify="space-between" gap="3" wrap="wrap">
            <Heading as="h3" id={id} size="md">
              {title}
            </Heading>
            <Button
              type="button"
              variant="outline"
              size="compact"
              aria-pressed={showsTable}
              onClick={() => setShowsTable(!showsTable)}
            >
              Show numbers
            </Button>
          </HStack>
          <Text color="fg.muted" fontSize="sm">
            {explanation}
          </Text>
          {showsTable ? (
            <NumberTable title={title} mondays={mondays} series={series} />
          ) : (
            <Stack gap="2">
              {series.map((row) => (
                <Bars key={row.name} row={row} present={present} mondays={mondays} />
              ))}
              <HStack justify="space-between" color="fg.muted" fontSize="sm">
                <span>{mondays[0] && formatDate(mondays[0])}</span>
                <span>{last && formatDate(last)}</span>
              </HStack>
            </Stack>
          )}
        </Stack>
      </section>
    </Card>
  );
};

interface BarsProps {
  readonly row: WeekSeries;
  readonly present: number;
  readonly mondays: readonly CalendarDate[];
}

const Bars = ({ row, present, mondays }: BarsProps) => (
  <Stack gap="1">
    <HStack justify="space-between" fontSize="sm" fontVariantNumeric="tabular-nums">
      <Text fontWeight="semibold">{row.name}</Text>
      {present >= 0 && <Text color="fg.muted">This week: {row.values[present]?.text}</Text>}
    </HStack>
    <chakra.svg
      viewBox={`0 0 ${mondays.length * weekWidth} ${height}`}
      preserveAspectRatio="none"
      width="full"
      height="12"
      role="img"
      aria-label={`${row.name}: ${mondays.map((monday, week) => `week of ${formatDate(monday)} ${row.values[week]?.text}`).join(', ')}`}
    >
      {mondays.map((monday, week) => {
        const { share, text } = row.values[week] ?? { share: 0, text: '' };
        const x = week * weekWidth + (weekWidth - barWidth) / 2;
        return (
          <g key={monday}>
            <title>{`Week of ${formatDate(monday)}: ${text}`}</title>
            <chakra.rect
              x={x}
              y="0"
              width={barWidth}
              height={height}
              fill={week === present ? 'brand.line' : 'bg.subtle'}
            />
            <chakra.rect
              x={x}
              y={height * (1 - share)}
              width={barWidth}
              height={height * share}
              fill={row.colour}
            />
          </g>
        );
      })}
    </chakra.svg>
  </Stack>
);

const NumberTable = ({ title, mondays, series }: Pick<WeekChartProps, 'title' | 'mondays' | 'series'>) => (
  <Numbers aria-label={title}>
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
  </Numbers>
);

const Numbers = chakra('table', {
  base: {
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
  },
});
