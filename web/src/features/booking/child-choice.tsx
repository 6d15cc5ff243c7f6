import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { ageOn } from '#shared/domain/children/age';
import type { Child } from '#shared/schemas/child';
import type { CalendarDate } from '#shared/schemas/values';
import { Select } from '../../components/select.tsx';
import { fieldsetLegend } from './fieldset-legend.ts';

interface ChildChoiceProps {
  readonly options: readonly Child[];
  readonly today: CalendarDate;
  /** A child's id, or empty. */
  readonly chosen: string;
  readonly onChange: (childId: string) => void;
  /** Notes about the selected child. */
  readonly children: ReactNode;
}

/** Selects the child (BOK-15, BOK-16). */
export const ChildChoice = ({ options, today, chosen, onChange, children }: ChildChoiceProps) => {
  const id = useId();
  return (
    <div>
      <chakra.label htmlFor={id} display="block" {...fieldsetLegend}>
        Child
      </chakra.label>
      <Select id={id} value={chosen} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a child</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {describe(option, today)}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
};

/** Longest medical text in an option; the note below shows all of it. */
const longestInOption = 60;

const shortened = (text: string): string =>
  text.length > longestInOption ? `${text.slice(0, longestInOption).trimEnd()}…` : text;

export const nameAndAge = ({ name, date_of_birth }: Child, today: CalendarDate): string =>
  `${name} (age ${ageOn(date_of_birth, today)})`;

const describe = (child: Child, today: CalendarDate): string => {
  const { medical_conditions } = child;
  const named = nameAndAge(child, today);
  return medical_conditions ? `${named} - ${shortened(medical_conditions)}` : named;
};
