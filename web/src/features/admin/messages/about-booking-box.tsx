import { Text } from '@chakra-ui/react/text';
import { CheckBox } from '../../../components/check-box.tsx';
import type { ComposeForm } from './audience-fields.tsx';

/** Mail to families is about their bookings only (MSG-04). */
export const AboutBookingBox = ({ form }: { readonly form: ComposeForm }) => (
  <div>
    <CheckBox {...form.register('about_booking')}>
      About a booking only. Offers go to newsletter readers.
    </CheckBox>
    <Text color="danger.fg" fontWeight="medium" role="alert">
      {form.formState.errors.about_booking?.message}
    </Text>
  </div>
);
