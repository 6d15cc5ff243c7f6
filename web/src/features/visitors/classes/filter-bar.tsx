import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { programmeIds, programmes } from '#shared/programmes';
import styles from '../../../components/controls.module.css';
import { choiceStyles, Select } from '../../../components/select.tsx';
import { listingParams } from '../../../lib/pages/public-pages.ts';
import type { venuesOf } from '../../../lib/venues.ts';
import { switchedOn, type useClassFilters, weekdays } from './class-filters.ts';

interface FilterBarProps extends Pick<ReturnType<typeof useClassFilters>, 'choices' | 'set'> {
  /** The venues of the listed classes. */
  readonly venues: ReturnType<typeof venuesOf>;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

/** The filters and the order of the listing; every change applies at once. */
export const FilterBar = ({ choices, venues, set }: FilterBarProps) => {
  const { programme, weekday, venue, hasPlaces, byNextSession } = choices;
  return (
    <chakra.div role="search" aria-label="Filter classes" className={styles.filters}>
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
      <PlacesSwitch>
        <input
          type="checkbox"
          checked={hasPlaces}
          onChange={({ target }) => set(listingParams.places, target.checked ? switchedOn.places : '')}
        />
        Has places
      </PlacesSwitch>
    </chakra.div>
  );
};

const Choice = ({ label, value, onChange, options }: ChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.filterLabel}>
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value: option, name }) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
};

const PlacesSwitch = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2.5',
    minHeight: '12',
    px: { base: '2', sm: '3.5' },
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'border.control',
    bg: 'bg.surface',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '& input': choiceStyles,
    '&:has(:checked)': { bg: 'brand.subtle', borderColor: 'brand.fg', color: 'brand.fg' },
  },
});
