import { chakra } from '@chakra-ui/react/styled-system';
import { type BookingFilter, bookingFilterSchema } from '#shared/schemas/booking-admin';
import { SelectField } from '../../../components/select-field.tsx';
import { venuesOf } from '../../../lib/venues-of.ts';
import { classAndVenue, useKnownClasses } from '../classes/known-classes.ts';
import type { Page } from '../tables/use-page.ts';

/** Query parameters of the filters, by the fields that they set. */
const filterParams = { class_id: 'class', venue_id: 'venue', payment: 'payment', when: 'when' } as const;

export const bookingFilterParams: readonly string[] = Object.values(filterParams);

/** What the URL narrows the list to. A value that is none narrows nothing. */
export const bookingFilterOf = (page: Page): BookingFilter => {
  const { shape } = bookingFilterSchema;
  return {
    class_id: shape.class_id.safeParse(page.filter(filterParams.class_id)).data,
    venue_id: shape.venue_id.safeParse(page.filter(filterParams.venue_id)).data,
    payment: shape.payment.safeParse(page.filter(filterParams.payment)).data,
    when: shape.when.safeParse(page.filter(filterParams.when)).data,
  };
};

/** Narrows the list of bookings by class, venue, payment and time; every change applies at once and is in the URL. */
export const BookingFilters = ({ page }: { readonly page: Page }) => {
  const classes = useKnownClasses();
  const { class_id = '', venue_id = '', payment = '', when = '' } = bookingFilterOf(page);
  return (
    <Filters role="group" aria-label="Filters">
      <SelectField
        label="Class"
        value={class_id}
        onChange={({ target }) => page.setFilter(filterParams.class_id, target.value)}
      >
        <option value="">All classes</option>
        {classes.map((cls) => (
          <option key={cls.id} value={cls.id}>
            {classAndVenue(cls)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Venue"
        value={venue_id}
        onChange={({ target }) => page.setFilter(filterParams.venue_id, target.value)}
      >
        <option value="">All venues</option>
        {venuesOf(classes).map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Payment"
        value={payment}
        onChange={({ target }) => page.setFilter(filterParams.payment, target.value)}
      >
        <option value="">Any payment</option>
        <option value="open">Open</option>
        <option value="settled">Paid or credited</option>
      </SelectField>
      <SelectField
        label="Sessions"
        value={when}
        onChange={({ target }) => page.setFilter(filterParams.when, target.value)}
      >
        <option value="">Past and coming</option>
        <option value="coming">Coming</option>
      </SelectField>
    </Filters>
  );
};

const Filters = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: '2fr 1.5fr 1fr 1fr' },
    gap: '3',
    maxWidth: '64rem',
    _print: { display: 'none' },
    '& > :nth-child(-n + 2)': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
});
