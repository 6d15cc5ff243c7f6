import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ComposeForm } from './audience-fields.tsx';

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    fontWeight: 'semibold',
    '& input': { width: '5', height: '5', flexShrink: '0', accentColor: 'brand.solid' },
  },
});

/** Mail to families is about their bookings only (MSG-04). */
export const AboutBookingBox = ({ form }: { readonly form: ComposeForm }) => (
  <div>
    <Label>
      <input type="checkbox" {...form.register('about_booking')} />
      About a booking only. Offers go to newsletter readers.
    </Label>
    <Text color="danger.fg" fontWeight="medium" role="alert">
      {form.formState.errors.about_booking?.message}
    </Text>
  </div>
);
