import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { HeartPulse, Info, TicketCheck } from 'lucide-react';
import { useId } from 'react';
import { ageNote, ageOn } from '#shared/domain/children/age';
import { isHealthAnswered } from '#shared/domain/children/health';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { Child } from '#shared/schemas/child';
import type { CalendarDate } from '#shared/schemas/values';
import { HealthQuestion } from '../../components/health-question.tsx';
import { Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { fieldsetLegend } from './fieldset-legend.ts';
import { hasPlaceText } from './has-place-text.ts';

interface ChildChoiceProps {
  readonly offer: BookableSlot;
  readonly today: CalendarDate;
  /** The first session that is booked; undefined where none is left. */
  readonly firstSession: CalendarDate | undefined;
  /** A child's id, or empty. */
  readonly chosen: string;
  readonly onChange: (childId: string) => void;
}

/** Selects the child, and shows notes about the selected one (BOK-15 to BOK-17, PUB-20). */
export const ChildChoice = ({ offer, today, firstSession, chosen, onChange }: ChildChoiceProps) => {
  const id = useId();
  const child = offer.children.find((option) => option.id === chosen);
  const note = child && firstSession && ageNote(offer.class.class_type, child.date_of_birth, firstSession);
  return (
    <div>
      <chakra.label htmlFor={id} display="block" {...fieldsetLegend}>
        Child
      </chakra.label>
      <Select id={id} value={chosen} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a child</option>
        {offer.children.map((option) => (
          <option key={option.id} value={option.id}>
            {describe(option, today)}
          </option>
        ))}
      </Select>
      <Stack gap="3" mt="3" aria-live="polite" _empty={{ display: 'none' }}>
        {child?.medical_conditions && (
          <Notice tone="warning" icon={HeartPulse}>
            <strong>Medical note:</strong> {child.medical_conditions}
          </Notice>
        )}
        {child && !isHealthAnswered(child) && <HealthQuestion key={child.id} child={child} />}
        {note && (
          <Notice tone="brand" icon={Info}>
            {note}
          </Notice>
        )}
        {child && offer.booked_child_ids.includes(child.id) && (
          <Notice tone="brand" icon={TicketCheck}>
            {hasPlaceText(child)}
          </Notice>
        )}
      </Stack>
    </div>
  );
};

/** Longest medical text in an option; the note below shows all of it. */
const longestInOption = 60;

const shortened = (text: string): string =>
  text.length > longestInOption ? `${text.slice(0, longestInOption).trimEnd()}…` : text;

const describe = ({ name, date_of_birth, medical_conditions }: Child, today: CalendarDate): string => {
  const nameAndAge = `${name} (age ${ageOn(date_of_birth, today)})`;
  return medical_conditions ? `${nameAndAge} - ${shortened(medical_conditions)}` : nameAndAge;
};
