import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { formatCents } from '#shared/domain/pricing/money';
import { trialPrice } from '#shared/domain/pricing/pricing';
import { slotDisplayText, slotPrice } from '#shared/domain/pricing/session-pricing';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { bookingTypeName, formatLongDate } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { OptionCard, OptionRadio } from '../../components/option-card.tsx';
import { fieldsetLegend } from './fieldset-legend.ts';

interface BookingTypeChoiceProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly moment: BusinessMoment;
  readonly isTrial: boolean;
  readonly onChange: (isTrial: boolean) => void;
}

/**
 * Full program or trial session, each with price and dates (BOK-11 to BOK-14). Without prices where no session is left to
 * come, because nothing can be booked (BOK-48).
 */
export const BookingTypeChoice = ({ cls, slot, moment, isTrial, onChange }: BookingTypeChoiceProps) => {
  const trialDate = nextUpcomingDate(cls, slot, moment);
  const { today } = moment;
  return (
    <chakra.fieldset>
      <chakra.legend {...fieldsetLegend}>Booking type</chakra.legend>
      <SimpleGrid columns={2} gap={{ base: '2', md: '3' }}>
        <Option title={bookingTypeName(false)} isChosen={!isTrial} onChoose={() => onChange(false)}>
          {trialDate
            ? `${formatCents(slotPrice(cls, slot, today))} · ${slotDisplayText(cls, slot, today)}`
            : 'No session is left to come'}
        </Option>
        <Option title={bookingTypeName(true)} isChosen={isTrial} onChoose={() => onChange(true)}>
          {trialDate ? (
            <>
              {formatCents(trialPrice(cls))} · One session
              <br />
              {formatLongDate(trialDate)}
            </>
          ) : (
            '(Program ended - trial not available)'
          )}
        </Option>
      </SimpleGrid>
    </chakra.fieldset>
  );
};

interface OptionProps {
  readonly title: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Option = ({ title, isChosen, onChoose, children }: OptionProps) => {
  const id = useId();
  return (
    <OptionCard>
      <OptionRadio
        type="radio"
        name="booking-type"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-details`}
      />
      <div>
        <Text id={`${id}-title`} fontWeight="bold">
          {title}
        </Text>
        <Text
          id={`${id}-details`}
          fontSize={{ base: 'sm', md: 'md' }}
          lineHeight="heading"
          fontVariantNumeric="tabular-nums"
        >
          {children}
        </Text>
      </div>
    </OptionCard>
  );
};
