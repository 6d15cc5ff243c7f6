import { useId } from 'react';
import { programmeIds, programmes } from '#shared/programmes';
import styles from '../../../components/controls.module.css';
import { Select } from '../../../components/select.tsx';
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

/** In place of the element `search`, which Safari 16 does not know. */
const landmark = { role: 'search', 'aria-label': 'Filter classes' };

/** The filters and the order of the listing; every change applies at once. */
export const FilterBar = ({ choices, venues, set }: FilterBarProps) => {
  const { programme, weekday, venue, hasPlaces, byNextSession } = choices;
  return (
    <div {...landmark} className={styles.filters}>
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
      <label className={styles.switch}>
        <input
          className={styles.choice}
          type="checkbox"
          checked={hasPlaces}
          onChange={({ target }) => set(listingParams.places, target.checked ? switchedOn.places : '')}
        />
        Has places
      </label>
    </div>
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
