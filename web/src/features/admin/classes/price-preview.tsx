import { HStack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useWatch } from 'react-hook-form';
import { everyWeekday } from '#shared/domain/format';
import { formatCents, parseDollars } from '#shared/domain/money';
import { displayText, programPrice } from '#shared/domain/pricing';
import { calendarDateSchema } from '#shared/schemas/values';
import { businessToday } from '../../../lib/time/today.ts';
import type { ClassFormValues } from './class-form-values.ts';
import type { ClassForm } from './use-class-form.ts';

const priceOf = ({
  weekly_rate,
  start_date,
  end_date,
}: Pick<ClassFormValues, 'weekly_rate' | 'start_date' | 'end_date'>) => {
  const rate = parseDollars(weekly_rate.trim());
  const [start, end] = [start_date, end_date].map((text) => calendarDateSchema.safeParse(text).data);
  if (!rate || !start || !end || end < start) return null;
  const dates = { start_date: start, end_date: end };
  const today = businessToday();
  return {
    total: formatCents(programPrice({ ...dates, weekly_rate: rate }, today)),
    length: displayText(dates, today),
    weekday: everyWeekday(start),
  };
};

/** The price of the full programme if booked today, for the values in the form. */
export const PricePreview = ({ form }: { readonly form: ClassForm }) => {
  const [weekly_rate, start_date, end_date] = useWatch({
    control: form.control,
    name: ['weekly_rate', 'start_date', 'end_date'],
  });
  const price = priceOf({ weekly_rate, start_date, end_date });
  return (
    <HStack
      role="status"
      aria-label="Price"
      wrap="wrap"
      align="baseline"
      gap="2"
      px="4"
      py="3"
      borderRadius="lg"
      bg="bg.subtle"
      fontVariantNumeric="tabular-nums"
    >
      {price ? (
        <>
          <Text fontFamily="heading" fontWeight="extrabold" fontSize="xl" lineHeight="heading">
            {price.total}
          </Text>
          <Text color="fg.muted">
            for the full program when booked today ({price.length}), {price.weekday}
          </Text>
        </>
      ) : (
        <Text color="fg.muted">The price appears here once the weekly rate and both dates are set.</Text>
      )}
    </HStack>
  );
};
