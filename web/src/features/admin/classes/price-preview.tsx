import { HStack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useWatch } from 'react-hook-form';
import { formatCents } from '#shared/domain/pricing/money';
import { priceOfWeeks, weeksText } from '#shared/domain/pricing/pricing';
import { classWeeks } from '#shared/domain/pricing/session-pricing';
import { everyWeekday } from '#shared/domain/text/format';
import { centsSchema } from '#shared/schemas/values';
import { businessToday } from '../../../lib/time/today.ts';
import { type ClassFormValues, enteredRate } from './class-form-values.ts';
import { enteredRule } from './entered-rule.ts';
import type { ClassForm } from './use-class-form.ts';

const priceOf = (
  values: Pick<ClassFormValues, 'weekly_rate' | 'start_date' | 'end_date' | 'skipped_dates'>,
) => {
  const { data: rate } = centsSchema.safeParse(enteredRate(values.weekly_rate));
  const rule = enteredRule(values);
  if (!rate || !rule) return null;
  const weeks = classWeeks(rule, businessToday());
  return {
    total: formatCents(priceOfWeeks(weeks, rate)),
    length: weeksText(weeks),
    weekday: everyWeekday(rule.start_date),
  };
};

/** The price of the full programme if booked today, for the values in the form. */
export const PricePreview = ({ form }: { readonly form: ClassForm }) => {
  const [weekly_rate, start_date, end_date, skipped_dates] = useWatch({
    control: form.control,
    name: ['weekly_rate', 'start_date', 'end_date', 'skipped_dates'],
  });
  const price = priceOf({ weekly_rate, start_date, end_date, skipped_dates });
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
