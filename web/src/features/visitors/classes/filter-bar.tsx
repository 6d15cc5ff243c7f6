import { programmeIds, programmes } from '#shared/programmes';
import { css } from '#styled-system/css';
import { Select } from '../../../components/select.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { listingParams } from '../../../lib/pages/public-pages.ts';
import type { venuesOf } from '../../../lib/venues.ts';
import { switchedOn, type useClassFilters, weekdays } from './class-filters.ts';

interface FilterBarProps extends Pick<ReturnType<typeof useClassFilters>, 'choices' | 'set'> {
  readonly venues: ReturnType<typeof venuesOf>;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

// In place of the element `search`, which Safari 16 does not know.
const landmark = { role: 'search', 'aria-label': 'Filter classes' };

export const FilterBar = ({ choices, venues, set }: FilterBarProps) => {
  const { programme, weekday, venue, hasPlaces, byNextSession } = choices;
  return (
    <div {...landmark} className={filters}>
      <Choice
        label="Program"
        value={programme ?? ''}
        onChange={(value) => set(listingParams.programme, value)}
        options={[
          { value: '', name: 'All programs' },
          ...programmeIds.map((id) => ({ value: id, name: programmes[id].name })),
        ]}
      />
      <Choice
        label="Day"
        value={weekday?.toLowerCase() ?? ''}
        onChange={(value) => set(listingParams.day, value)}
        options={[
          { value: '', name: 'Any day' },
          ...weekdays.map((day) => ({ value: day.toLowerCase(), name: day })),
        ]}
      />
      <Choice
        label="Venue"
        value={venue ?? ''}
        onChange={(value) => set(listingParams.venue, value)}
        options={[
          { value: '', name: 'All venues' },
          ...(venue && venues.every(({ value }) => value !== venue)
            ? [{ value: venue, name: 'Another venue' }]
            : []),
          ...venues,
        ]}
      />
      <Choice
        label="Sort by"
        value={byNextSession ? switchedOn.nextSession : ''}
        onChange={(value) => set(listingParams.sort, value)}
        options={[
          { value: '', name: 'Newest first' },
          { value: switchedOn.nextSession, name: 'Next session first' },
        ]}
      />
      <Checkbox.Root
        checked={hasPlaces}
        onCheckedChange={({ checked }) => set(listingParams.places, checked ? switchedOn.places : '')}
        gridColumn={{ base: '[1 / -1]', lg: 'auto' }}
        justifyContent="center"
        minHeight="12"
        px="2"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="md"
        bg="bg.surface"
        css={{ '&:has(:checked)': { borderColor: 'brand.fg', bg: 'brand.subtle', color: 'brand.fg' } }}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>Has places</Checkbox.Label>
      </Checkbox.Root>
    </div>
  );
};

const filters = css({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' },
  alignItems: 'end',
  gap: { base: '2', sm: '3' },
});

const Choice = ({ label, value, onChange, options }: ChoiceProps) => (
  <Field.Root>
    {/* On a phone the first option says what it filters. */}
    <Field.Label mb="1" fontSize="sm" srOnly={{ smDown: true }}>
      {label}
    </Field.Label>
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(({ value: option, name }) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </Select>
  </Field.Root>
);
