import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName } from '#shared/domain/text/format';
import { mondayOf } from '#shared/domain/time/week';
import { programmeIds } from '#shared/programmes';
import type { SeasonWeek } from '#shared/schemas/dashboard';
import { businessToday } from '../../../lib/time/today.ts';
import { WeekChart, type WeekSeries } from './week-chart.tsx';

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);

const fillSeries = (weeks: readonly SeasonWeek[]): WeekSeries[] =>
  programmeIds
    .filter((id) => weeks.some(({ programmes }) => programmes.some(({ class_type }) => class_type === id)))
    .map((id) => ({
      name: classTypeName(id),
      colour: `programme.${id}.solid`,
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
      values: weeks.map(({ bookings }) => ({
        share: share(bookings, most.bookings),
        text: String(bookings),
      })),
    },
    {
      name: 'Amounts',
      colour: 'accent.solid',
      values: weeks.map(({ amount }) => ({ share: share(amount, most.amount), text: formatCents(amount) })),
    },
  ];
};

/** Two charts of the season: places filled by programme, and bookings with their amounts, per week. */
export const SeasonCharts = ({ weeks }: { readonly weeks: readonly SeasonWeek[] }) => {
  const mondays = weeks.map(({ monday }) => monday);
  const present = mondays.indexOf(mondayOf(businessToday()));
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
      <WeekChart
        title="Places Filled"
        explanation="Booked places of the sessions of each week, by programme."
        mondays={mondays}
        present={present}
        series={fillSeries(weeks)}
      />
      <WeekChart
        title="Bookings and Amounts"
        explanation="Bookings with a session in the week, and the part of their amounts that falls to it."
        mondays={mondays}
        present={present}
        series={sumSeries(weeks)}
      />
    </SimpleGrid>
  );
};
